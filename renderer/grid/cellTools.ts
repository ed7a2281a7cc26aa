import type { Locale, Model } from '#engine';
import type { Say } from '../data/messages.tsx';
import type { NameOfPerson } from '../data/people.ts';

export type CellTools = {
  readonly model: Model;
  readonly locale: Locale;
  readonly say: Say;
  /** Required for columns that show people. */
  readonly nameOfPerson?: NameOfPerson;
};
