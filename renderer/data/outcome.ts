/** How something went, as its answer says: success is only told where nothing speaks against it. */
import type { ErrorBody } from './ApiError.ts';
import type { JobEnd, Toasts } from './dialogs.tsx';
import type { Say } from './messages.tsx';

/** `partly`: some of it was refused. `started`: long work goes on, and its end is told later. */
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

/** Some calls answer 200 and say in the answer that nothing came of it; its first sentence. */
export function failureInAnswer(answer: unknown): ErrorBody | undefined {
  const { IsSuccess, ErrorMessages, ExecutionResult } = answerOf(answer);
  if (ExecutionResult?.IsSuccess === false) return { Message: ExecutionResult.Message?.[0] };
  return IsSuccess === false ? { Message: ErrorMessages?.[0], ErrorMessages } : undefined;
}

/** What a call that did not fail has come to. */
function outcomeOfAnswer(answer: unknown): Outcome {
  const { JobId } = answerOf(answer);
  if (typeof JobId === 'string') return 'started';
  return remarksOf(answer).length > 0 ? 'partly' : 'done';
}

/** What the answer says beside the success. */
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
  /** What a success is called; said as it stands only where it is one. */
  readonly success: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** What the next notice about the same takes the place of. */
  readonly about: string;
};

/** The end of long work: its own sentences, and the declared one where all of it was done. */
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

/** A call that was answered: done, in part, or only begun. */
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
