/** Derives the outcome from an answer: success is shown only if nothing contradicts it. */
import type { ErrorBody } from './ApiError.ts';
import type { JobEnd, Toasts } from './dialogs.tsx';
import type { Say } from './messages.tsx';

/** `partly`: some of it was refused. `started`: a job continues, and its outcome follows. */
type Outcome = 'done' | 'started' | 'partly' | 'failed' | 'cancelled';

type Judged = { readonly IsSuccess?: boolean; readonly Message?: readonly string[] };

type Answer = Judged & {
  readonly ExecutionResult?: Judged;
  readonly JobId?: string;
  readonly ErrorMessages?: readonly string[];
  readonly WarningMessages?: readonly string[];
  readonly Warnings?: readonly string[];
};

const answerOf = (answer: unknown): Answer =>
  typeof answer === 'object' && answer !== null ? (answer as Answer) : {};

/** The failure in an answer with status 200 that reports one; its first sentence. */
export function failureInAnswer(answer: unknown): ErrorBody | undefined {
  const { IsSuccess, ErrorMessages, ExecutionResult } = answerOf(answer);
  if (ExecutionResult?.IsSuccess === false) return { Message: ExecutionResult.Message?.[0] };
  return IsSuccess === false ? { Message: ErrorMessages?.[0], ErrorMessages } : undefined;
}

/** The outcome of a call that did not fail. */
function outcomeOfAnswer(answer: unknown): Outcome {
  const { JobId } = answerOf(answer);
  if (typeof JobId === 'string') return 'started';
  return remarksOf(answer).length > 0 ? 'partly' : 'done';
}

/** Warnings beside the success. */
function remarksOf(answer: unknown): readonly string[] {
  const { WarningMessages = [], Warnings = [] } = answerOf(answer);
  return [WarningMessages, Warnings].flat().filter((one) => typeof one === 'string');
}

export function outcomeOfJob({ Status, Result }: JobEnd): Outcome {
  if (Status === 'cancelled' || Status === 'cancelling') return 'cancelled';
  if (Status !== 'done') return 'failed';
  const refused = Number(Result?.RefusedCount ?? 0);
  if (refused === 0) return 'done';
  return Number(Result?.RowCount ?? 0) > 0 ? 'partly' : 'failed';
}

type Told = {
  readonly toasts: Toasts;
  readonly say: Say;
  /** The success text, shown only for a full success. */
  readonly success: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** A later notice with the same key replaces this one. */
  readonly about: string;
};

/** Shows the outcome of a job: its own sentences, and the declared text if everything was done. */
export function tellJob(end: JobEnd, { toasts, say, success, params = {}, about }: Told): Outcome {
  const outcome = outcomeOfJob(end);
  const notes = end.Result?.Notes ?? [];
  if (outcome === 'done') toasts.show(say(success, params), 'success');
  if (outcome === 'partly') toasts.show([say('ui.partly'), ...notes].join(' '), 'info');
  if (outcome === 'failed')
    toasts.show(
      notes.length > 0 ? notes.join(' ') : (end.Problem?.Message ?? say('ui.error.text')),
      'error',
      about,
    );
  if (outcome === 'cancelled') toasts.show(say('ui.job.cancelled'), 'info');
  if (outcome === 'done') for (const note of notes) toasts.show(note, 'info');
  return outcome;
}

/** Shows the outcome of a call: done, partly done, or started. */
export function tellAnswer(
  answer: unknown,
  {
    toasts,
    say,
    success,
    params = {},
  }: Omit<Told, 'about' | 'success'> & { readonly success: string | undefined },
): Outcome {
  const outcome = outcomeOfAnswer(answer);
  const text = say(success ?? (outcome === 'started' ? 'ui.started' : 'ui.done'), params);
  toasts.show([text, ...remarksOf(answer)].join(' '), outcome === 'done' ? 'success' : 'info');
  return outcome;
}
