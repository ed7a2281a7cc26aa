import type { EntityModel } from '#engine';
import type { PublicFormForm } from './publicFormForm.ts';

/** What each part of the editor gets. */
export type PartProps = {
  readonly entity: EntityModel;
  readonly form: PublicFormForm;
  readonly put: (words: Partial<PublicFormForm>) => void;
};
