/** Actions on a screen, a list or a row. */
import type { Compiled } from '../expression/types.ts';
import type { AskModel } from './askTypes.ts';
import type { Access } from './basicTypes.ts';

export type ActionModel = {
  readonly id: string;
  readonly label: string;
  readonly kind: 'link' | 'call';
  /** For `link`: `/products/new`; `{Id}` from the row or record, `{route.x}` from the route. */
  readonly to?: string;
  /** A link to the address in `?returnstate=`. */
  readonly returns: boolean;
  /** For `call`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly route?: string;
  readonly body?: Compiled;
  /** A preceding call; its answer is `$earlier` in the body. */
  readonly before?: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly route: string;
    readonly body?: Compiled;
  };
  /** The call answers a file, which is opened in a window or downloaded. */
  readonly file?: 'open' | 'save';
  /** Shown when `enabled` does not hold. */
  readonly refused?: string;
  /** The place of its declaration. */
  readonly place: { readonly file: string; readonly pointer: string };
  /** Asks for a file first, which the call sends. */
  readonly upload?: { readonly accept: readonly string[] };
  readonly access: Access;
  /** Over the row (`$`), `$data`, `$user`. */
  readonly visible?: Compiled;
  readonly enabled?: Compiled;
  /** Asked before anything else; the answers are `$ask`. */
  readonly ask?: AskModel;
  /** The rule whose confirmation is asked before the call, so that the API need not ask again. */
  readonly asked?: string;
  /** The automation whose button it is. */
  readonly automation?: string;
  /** What a workflow step asks for; the dialog stays open until the server accepts it. */
  readonly step?: StepAskModel;
  /** The workflow step that may have to be approved first: while it waits, its button is not shown. */
  readonly waits?: string;
  /** Asked one after the other. */
  readonly confirm: readonly ConfirmModel[];
  /** Shown in a dialog afterwards, over `$answer`: the first whose condition holds. */
  readonly alerts: readonly AlertModel[];
  readonly success?: string;
  /** The failure message stays above the list. */
  readonly failureStays: boolean;
  readonly failure?: string;
  /** `reload` (default for calls) or a path to go to. */
  readonly then?: string;
  readonly tone: 'primary' | 'neutral' | 'danger' | 'link';
  readonly icon?: string;
  /** Shown in the menu of further actions. */
  readonly menu: boolean;
};

/** The fields of its record that a step, or a button of an automation, fills in, and its note. */
export type StepAskModel = {
  readonly entity: string;
  /** Absent: the automation of a button. */
  readonly transition?: string;
  readonly automation?: string;
  /** The name in `$data` of its record; absent: the row. */
  readonly record?: string;
  readonly fields: readonly { readonly field: string; readonly required: boolean }[];
  readonly note?: 'optional' | 'required';
};

export type ConfirmModel = {
  readonly message: string;
  /** Answered with Yes or No. */
  readonly isYesNo?: boolean;
  /** The name of its subject. */
  readonly about?: Compiled;
  /** The summary block whose open checks are listed with the question. */
  readonly checks?: { readonly screen: string; readonly block: string };
  readonly when?: Compiled;
  readonly params: Readonly<Record<string, Compiled>>;
};

/** The message about an answer. */
export type AlertModel = Pick<ConfirmModel, 'message' | 'when' | 'params'> & {
  /** Details that the dialog offers to show. */
  readonly reasons?: Compiled;
};
