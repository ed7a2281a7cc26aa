import { formatsFor } from './formats.ts';
import { useLocale, useMessage } from './messages.tsx';
import type { WatchedJob } from './useJob.ts';

/** Progress bar props of a job; the default text counts rows read from a file. */
export function useJobProgress(
  { job, cancelling }: WatchedJob,
  message?: string,
): { text: string; share?: number } {
  const [say, formats] = [useMessage(), formatsFor(useLocale())];
  if (cancelling) return { text: say('ui.job.cancelling') };
  const done = job?.Done ?? 0;
  const text = say(message ?? (done > 0 ? 'ui.job.done' : 'ui.job.starting'), {
    count: done,
    number: formats.number(done),
  });
  return { text, share: job?.Share ?? undefined };
}
