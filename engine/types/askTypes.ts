/** Compiled dialogs with questions before an action. */
import type { Compiled } from '../expression/types.ts';
import type { TextModel } from './blockTypes.ts';

export type AskModel = {
  readonly title: string;
  readonly text?: TextModel;
  /** Asked in the list, again and again, instead of in a window. */
  readonly inline?: boolean;
  readonly fields: readonly AskField[];
};

export type AskField = {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly kind:
    | 'text'
    | 'secret'
    | 'multiline'
    | 'integer'
    | 'date'
    | 'datetime'
    | 'boolean'
    | 'choice'
    | 'reference'
    | 'records';
  readonly required: boolean;
  readonly maxLength?: number;
  readonly initial?: Compiled;
  readonly lookup?: string;
  readonly optionsFrom?: string;
  readonly optionLabel?: string;
  /** Fields that distinguish choices with the same name. */
  readonly optionNote?: readonly string[];
  /** The list that records are chosen from, `screen#block`, and what of it is shown. */
  readonly list?: string;
  readonly columns?: readonly string[];
  readonly filters?: readonly string[];
  /** Ids of records that were added earlier. */
  readonly taken?: Compiled;
  readonly atMost?: number;
  /** A single choice is selected automatically. */
  readonly single?: boolean;
  /** Over the screen and `$ask`; `message` is shown when it does not hold. */
  readonly check?: Compiled;
  readonly message?: string;
};
