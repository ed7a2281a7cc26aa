import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { BlockJobs } from '#engine';
import { FailurePanel } from '../actions/FailurePanel.tsx';
import type { ErrorBody } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import { type JobEnd, useToast } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { tellJob } from '../data/outcome.ts';
import { keys, type Page } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { useJob } from '../data/useJob.ts';
import { useJobProgress } from '../data/useJobProgress.ts';
import { Button } from '../parts/Button.tsx';
import { Progress } from '../parts/Progress.tsx';
import styles from './RunningJobs.module.css';

type Props = { readonly jobs: BlockJobs; readonly scope: ScreenScope };

/** Shows running jobs and their progress, also those started by colleagues or on an earlier visit. */
export function RunningJobs({ jobs, scope }: Props) {
  const [api, client, say] = [useApi(), useQueryClient(), useMessage()];
  const [problem, setProblem] = useState<ErrorBody>();
  const key = String(evaluateOn(jobs.key, expressionScope(scope), ''));
  const path = `/job?${new URLSearchParams({ kind: jobs.kind, key })}`;
  const { data } = useQuery({
    queryKey: keys.list('job', path),
    queryFn: ({ signal }) => api.get<Page>(path, { signal }),
    // Refetch on every visit: jobs may have ended since.
    staleTime: 0,
    // Jobs started on this page show their own dialog.
    refetchOnWindowFocus: false,
  });
  const settle = useSettle({ jobs, onFailed: setProblem });
  return (
    <>
      {problem && (
        <FailurePanel
          texts={problem.ErrorMessages ?? [problem.Message ?? say('ui.error.text')]}
          onClose={() => setProblem(undefined)}
        />
      )}
      {(data?.Items ?? []).map(({ Id, IsCancellable }) => (
        <RunningJob
          key={String(Id)}
          id={String(Id)}
          jobs={jobs}
          cancellable={IsCancellable !== false}
          onEnd={(end) => {
            settle(end);
            void client.invalidateQueries({ queryKey: ['list'] });
          }}
        />
      ))}
    </>
  );
}

function useSettle({
  jobs,
  onFailed,
}: {
  jobs: BlockJobs;
  onFailed: (problem: ErrorBody | undefined) => void;
}) {
  const [say, toast] = [useMessage(), useToast()];
  return useCallback(
    (end: JobEnd) => {
      const { Status, Problem } = end;
      // Success clears the report of an earlier failure.
      if (Status === 'done') onFailed(undefined);
      if (Status === 'failed') return onFailed(Problem ?? { Message: say('ui.error.text') });
      tellJob(end, { toasts: toast, say, success: jobs.success, about: jobs.kind });
    },
    [jobs, onFailed, say, toast],
  );
}

type JobProps = {
  readonly id: string;
  readonly jobs: BlockJobs;
  readonly cancellable: boolean;
  readonly onEnd: (end: JobEnd) => void;
};

function RunningJob({ id, jobs, cancellable, onEnd }: JobProps) {
  const say = useMessage();
  const watched = useJob(id, onEnd);
  const progress = useJobProgress(watched, jobs.progress);
  const name = say(jobs.title);
  return (
    <section className={styles.job} aria-label={name}>
      <p className={styles.title}>{name}</p>
      <Progress label={name} {...progress} />
      {cancellable && (
        <Button size="small" onPress={watched.cancel} disabled={watched.cancelling}>
          {say('ui.job.cancel')}
        </Button>
      )}
    </section>
  );
}
