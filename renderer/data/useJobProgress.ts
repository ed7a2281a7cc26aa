import { formatsFor } from './formats.ts';
import { useLocale, useMessage } from './messages.tsx';
import type { WatchedJob } from './useJob.ts';

/** What a bar of progress shows of long work. */
export function useJobProgress({ job, cancelling }: WatchedJob): { text: string; share?: number } {
  const [say, formats] = [useMessage(), formatsFor(useLocale())];
  if (cancelling) return { text: say('ui.job.cancelling') };
  const done = job?.Done ?? 0;
  const text = say(done > 0 ? 'ui.job.done' : 'ui.job.starting', {
    count: done,
    number: formats.number(done),
  });
  return { text, share: job?.Share ?? undefined };
}
