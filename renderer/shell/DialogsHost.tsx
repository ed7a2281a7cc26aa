import { type ReactNode, useMemo, useState } from 'react';
import type { DataRecord } from '#engine';
import {
  type AskOptions,
  type ConflictOptions,
  type Dialogs,
  DialogsProviderContext,
  type JobEnd,
  type JobOptions,
  type StepOptions,
} from '../data/dialogs.tsx';
import { lazyComponent } from '../data/fetched.tsx';
import { AlertDialog, type AlertRequest, ConfirmDialog, type ConfirmRequest } from './AskDialogs.tsx';
import type { Bridge } from './Services.ts';

const ConflictDialog = lazyComponent(async () => (await import('./ConflictDialog.tsx')).ConflictDialog);
const AskDialog = lazyComponent(async () => (await import('./AskDialog.tsx')).AskDialog);
const StepDialog = lazyComponent(async () => (await import('./StepDialog.tsx')).StepDialog);
const JobDialog = lazyComponent(async () => (await import('./JobDialog.tsx')).JobDialog);

type Choices = Readonly<Record<string, 'mine' | 'theirs'>> | undefined;

type Request = { readonly id: number } & (
  | (AlertRequest & { readonly kind: 'alert'; readonly answer: () => void })
  | (ConfirmRequest & { readonly kind: 'confirm'; readonly answer: (yes: boolean) => void })
  | {
      readonly kind: 'ask';
      readonly options: AskOptions;
      readonly answer: (answers: DataRecord | undefined) => void;
    }
  | {
      readonly kind: 'step';
      readonly options: StepOptions;
      readonly answer: (isDone: boolean) => void;
    }
  | { readonly kind: 'job'; readonly options: JobOptions; readonly answer: (end: JobEnd) => void }
  | {
      readonly kind: 'conflict';
      readonly options: ConflictOptions;
      readonly answer: (choices: Choices) => void;
    }
);

/** Stacks the open dialogs and provides `useDialogs`. */
export function DialogsHost({ bridge, children }: { bridge: Bridge; children: ReactNode }) {
  const [requests, setRequests] = useState<readonly Request[]>([]);
  const dialogs = useMemo(() => createDialogs(setRequests), []);
  bridge.warned = (sentences) => void dialogs.alert(sentences.join('\n'), { tone: 'info' });
  bridge.confirm = (confirmations) => {
    const { Yes: yes, No: no } = confirmations.find(({ Yes }) => Yes) ?? {};
    return dialogs.confirm(confirmations.map((one) => one.Message).join('\n'), { yes, no });
  };
  return (
    <DialogsProviderContext value={dialogs}>
      {children}
      {requests.map((request) => (
        <Window key={request.id} request={request} />
      ))}
    </DialogsProviderContext>
  );
}

function Window({ request }: { request: Request }) {
  if (request.kind === 'alert') return <AlertDialog {...request} onClose={request.answer} />;
  if (request.kind === 'confirm') return <ConfirmDialog {...request} onAnswer={request.answer} />;
  if (request.kind === 'ask') return <AskDialog options={request.options} onAnswer={request.answer} />;
  if (request.kind === 'step') return <StepDialog options={request.options} onDone={request.answer} />;
  if (request.kind === 'job') return <JobDialog {...request.options} onEnd={request.answer} />;
  return <ConflictDialog options={request.options} onAnswer={request.answer} />;
}

type Change = (change: (requests: readonly Request[]) => readonly Request[]) => void;
// A request without its id and close handling.
type Draft<T> = (
  answer: (value: T) => void,
) => Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;

function createDialogs(change: Change): Dialogs {
  let last = 0;
  const ask = <T,>(draft: Draft<T>) =>
    new Promise<T>((resolve) => {
      last += 1;
      const id = last;
      const answer = (value: T) => {
        change((requests) => requests.filter((request) => request.id !== id));
        resolve(value);
      };
      change((requests) => [...requests, { ...draft(answer), id } as Request]);
    });
  return {
    alert: (text, options) =>
      ask<void>((answer) => ({ kind: 'alert', text, ...options, answer: () => answer() })),
    confirm: (text, options) => ask<boolean>((answer) => ({ kind: 'confirm', text, ...options, answer })),
    ask: (options) => ask<DataRecord | undefined>((answer) => ({ kind: 'ask', options, answer })),
    step: (options) => ask<boolean>((answer) => ({ kind: 'step', options, answer })),
    job: (options) => ask<JobEnd>((answer) => ({ kind: 'job', options, answer })),
    conflict: (options) => ask<Choices>((answer) => ({ kind: 'conflict', options, answer })),
  };
}
