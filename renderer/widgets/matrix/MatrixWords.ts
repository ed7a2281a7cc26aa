import type { CellIssue } from '#engine';
import type { Say } from '../../data/messages.tsx';

/** Texts of cells, looked up once for all. */
export type MatrixWords = {
  readonly yes: string;
  readonly no: string;
  readonly placeholder: string;
  readonly issue: (issue: CellIssue) => string;
};

/** Creates the texts; `label` is the name of a value. */
export function matrixWords(say: Say, label: string): MatrixWords {
  return {
    yes: say('ui.yes'),
    no: say('ui.no'),
    placeholder: say('ui.matrix.placeholder'),
    issue: ({ message, params }) => say(message, { label, ...params }),
  };
}
