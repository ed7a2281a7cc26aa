import { createContext, useContext } from 'react';
import type { AskModel, DataRecord, FieldConflict } from '#engine';
import type { ErrorBody } from './ApiError.ts';

/** Something that should be there first, and where it is put right. */
export type Missing = { readonly label: string; readonly go?: () => void };

export type ConfirmOptions = {
  /** Listed with the question; where there is any, a no is the safer answer. */
  readonly missing?: readonly Missing[];
  readonly title?: string;
  readonly yes?: string;
  readonly no?: string;
  readonly tone?: 'neutral' | 'danger';
};

export type ConflictOptions = {
  readonly current: DataRecord;
  readonly conflicts: readonly FieldConflict[];
  /** Label of a field and how its value reads. */
  readonly label: (path: string) => string;
  readonly format: (path: string, value: unknown) => string;
  /** Who changed the field and when, as a sentence. */
  readonly changed: (path: string) => string | undefined;
};

/** Work that goes on at the server after its call was answered. */
export type JobOptions = { readonly id: string; readonly title: string };

export type JobEnd = {
  readonly Status: 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled';
  /** How much has been worked off: a count, and a share of the whole where that is known. */
  readonly Done?: number | null;
  readonly Share?: number | null;
  readonly Problem?: ErrorBody | null;
  /** `Notes` are sentences about how the work was understood. */
  readonly Result?: {
    readonly Notes?: readonly string[];
    /** What was changed, and what refused to be. */
    readonly RowCount?: number;
    readonly RefusedCount?: number;
  } | null;
};

/** What is asked before an action, ready to be shown. */
export type AskOptions = {
  readonly title: string;
  readonly text?: string;
  readonly fields: AskModel['fields'];
  readonly initial: DataRecord;
  /** What stands there was entered before, and would be lost. */
  readonly isGiven?: boolean;
  /** Whether the answer to a field will do; the field says what is wrong. */
  readonly holds: (field: AskModel['fields'][number], answers: DataRecord) => boolean;
  readonly yes: string;
  readonly tone?: 'neutral' | 'danger';
};

/** Windows that wait for an answer. Texts may hold our own `<b>…</b>`; all else is shown as it stands. */
export type Dialogs = {
  readonly alert: (
    text: string,
    options?: { readonly title?: string; readonly tone?: 'error' | 'info' },
  ) => Promise<void>;
  readonly confirm: (text: string, options?: ConfirmOptions) => Promise<boolean>;
  /** Answers by the names of the fields; undefined when the person thinks better of it. */
  readonly ask: (options: AskOptions) => Promise<DataRecord | undefined>;
  /** Shows how far long work has come until it ends, with a way to cancel it; gives its end. */
  readonly job: (options: JobOptions) => Promise<JobEnd>;
  /** Someone else saved first: by field, mine or theirs. Undefined: keep editing, nothing decided. */
  readonly conflict: (
    options: ConflictOptions,
  ) => Promise<Readonly<Record<string, 'mine' | 'theirs'>> | undefined>;
};

export type ToastTone = 'success' | 'info' | 'error';

/**
 * Short notices that leave by themselves; a failure stays, and so names what it is `about`: the next notice about
 * the same takes its place, and `settle` takes it away where a success has nothing to say.
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

/** Alerts, confirmations and the conflict window. */
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
