import type { CellIssue } from '#engine';
import type { Say } from '../../data/messages.tsx';

/** What the cells say, looked up once for all of them. */
export type MatrixWords = {
  readonly yes: string;
  readonly no: string;
  readonly placeholder: string;
  readonly issue: (issue: CellIssue) => string;
};

/** The words in the person's language; `label` is what a value is called. */
export function matrixWords(say: Say, label: string): MatrixWords {
  return {
    yes: say('ui.yes'),
    no: say('ui.no'),
    placeholder: say('ui.matrix.placeholder'),
    issue: ({ message, params }) => say(message, { label, ...params }),
  };
}
