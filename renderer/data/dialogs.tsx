import { createContext, type ReactNode, useContext } from 'react';
import type { AskModel, DataRecord, FieldConflict, StepAskModel } from '#engine';
import type { ErrorBody } from './ApiError.ts';
import type { Intent } from './intents.ts';

/** Something missing, and how to get to where it is fixed. */
export type Missing = { readonly label: string; readonly go?: () => void };

export type ConfirmOptions = {
  /** Listed with the question. If there are any, the safer button says no. */
  readonly missing?: readonly Missing[];
  readonly title?: string;
  readonly yes?: string;
  readonly no?: string;
  readonly tone?: 'neutral' | 'danger';
};

export type ConflictOptions = {
  readonly current: DataRecord;
  readonly conflicts: readonly FieldConflict[];
  /** The label of a field and its formatted value. */
  readonly label: (path: string) => string;
  readonly format: (path: string, value: unknown) => string;
  /** One sentence on who changed the field and when. */
  readonly changed: (path: string) => string | undefined;
};

/** A job that keeps running on the server after its call was answered. */
export type JobOptions = { readonly id: string; readonly title: string };

export type JobEnd = {
  readonly Status: 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled';
  /** Progress: a count, and a share of the whole if known. */
  readonly Done?: number | null;
  readonly Share?: number | null;
  readonly Problem?: ErrorBody | null;
  /** `Notes` say how the job interpreted its input. */
  readonly Result?: {
    readonly Notes?: readonly string[];
    /** What was changed, and what refused to be. */
    readonly RowCount?: number;
    readonly RefusedCount?: number;
  } | null;
};

/** The questions of an action, ready to be shown. */
export type AskOptions = {
  readonly title: string;
  readonly text?: string;
  readonly fields: AskModel['fields'];
  readonly initial: DataRecord;
  /** By question: ids of records that were chosen earlier. */
  readonly taken?: Readonly<Record<string, readonly string[]>>;
  /** Whether the answer to a field is acceptable; the field shows the error otherwise. */
  readonly holds: (field: AskModel['fields'][number], answers: DataRecord) => boolean;
  readonly yes: string;
  readonly tone?: 'neutral' | 'danger';
  /** Does it; false when the person declined its question. Throws what the server refused. */
  readonly send: (answers: DataRecord, intent: Intent) => Promise<boolean>;
  /** The question that an error of the server is about, by the path of the error. */
  readonly questionAt?: (path: string, answers: DataRecord) => string | undefined;
};

/** What a workflow step asks for. */
export type StepOptions = {
  readonly title: string;
  readonly text?: string;
  readonly step: StepAskModel;
  readonly record: DataRecord;
  readonly yes: string;
  readonly tone?: 'neutral' | 'danger';
  /** Takes the step; false when the person declined its question. Throws what the server refused. */
  readonly send: (answers: DataRecord, intent: Intent) => Promise<boolean>;
};

/** Dialogs that wait for an answer. Texts may contain our own `<b>…</b>`; other markup is shown literally. */
export type Dialogs = {
  readonly alert: (
    text: string,
    options?: { readonly title?: string; readonly tone?: 'error' | 'info' },
  ) => Promise<void>;
  readonly confirm: (text: string, options?: ConfirmOptions) => Promise<boolean>;
  /** Asks, and stays open until what was answered is done; undefined on cancel. */
  readonly ask: (options: AskOptions) => Promise<DataRecord | undefined>;
  /** Takes a workflow step: stays open until it is taken or cancelled. */
  readonly step: (options: StepOptions) => Promise<boolean>;
  /** Shows the progress of a job until it ends, with a cancel button; resolves to its end. */
  readonly job: (options: JobOptions) => Promise<JobEnd>;
  /** Another person saved first: choose mine or theirs by field. Undefined keeps editing. */
  readonly conflict: (
    options: ConflictOptions,
  ) => Promise<Readonly<Record<string, 'mine' | 'theirs'>> | undefined>;
};

/** Asks in a list instead of a window; the list draws the `view`. */
export type InlineAsks = {
  readonly ask: Dialogs['ask'];
  readonly view: ReactNode;
};

export const InlineAsksContext = createContext<InlineAsks | undefined>(undefined);

export type ToastTone = 'success' | 'info' | 'error';

/**
 * Short notices that disappear by themselves. Failures stay and say what they are `about`: the next notice
 * about the same replaces them, and `settle` removes them after a silent success.
 */
export type Toasts = { readonly show: ShowToast; readonly settle: (about: string) => void };

export type ShowToast = {
  (text: string, tone: 'error', about: string): void;
  (text: string, tone?: 'success' | 'info', about?: string): void;
};

const DialogsContext = createContext<Dialogs | undefined>(undefined);
const ToastContext = createContext<Toasts | undefined>(undefined);

export const DialogsProviderContext = DialogsContext.Provider;
export const ToastProviderContext = ToastContext.Provider;

/** Alerts, confirmations and the conflict dialog. */
export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('useDialogs: there is no DialogsProvider above');
  return dialogs;
}

/** `useToast().show(say('ui.saved'), 'success')`. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast: there is no ToastProvider above');
  return toasts;
}

/** The same for parts that are also drawn without a shell; undefined there. */
export function useToastIfAny(): Toasts | undefined {
  return useContext(ToastContext);
}
