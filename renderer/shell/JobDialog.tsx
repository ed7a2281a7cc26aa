import { useEffect, useState } from 'react';
import { ApiError } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import type { JobEnd, JobOptions } from '../data/dialogs.tsx';
import { formatsFor } from '../data/formats.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Progress } from '../parts/Progress.tsx';

const between = 400;

/** Long work at the server: how far it has come, and the way to end it. It closes by itself. */
export function JobDialog({ id, title, onEnd }: JobOptions & { onEnd: (end: JobEnd) => void }) {
  const [api, say, formats] = [useApi(), useMessage(), formatsFor(useLocale())];
  const [cancelling, setCancelling] = useState(false);
  const job = useJob(id, onEnd);
  const done = job?.Done ?? 0;
  const text = cancelling
    ? say('ui.job.cancelling')
    : say(done > 0 ? 'ui.job.done' : 'ui.job.starting', { count: done, number: formats.number(done) });
  const cancel = () => {
    setCancelling(true);
    // Whatever comes of it, the next look at the job says how it stands.
    api.send('POST', `/job/${id}/cancel`).catch(() => setCancelling(false));
  };
  return (
    <Dialog
      title={title}
      size="small"
      dismissable={false}
      onClose={() => undefined}
      actions={
        <Button onPress={cancel} disabled={cancelling}>
          {say('ui.job.cancel')}
        </Button>
      }
    >
      <Progress label={title} text={text} share={cancelling ? undefined : (job?.Share ?? undefined)} />
    </Dialog>
  );
}

const isOver = ({ Status }: JobEnd): boolean => Status !== 'running' && Status !== 'cancelling';

/** Looks at the job again and again until it is over; a lost connection only makes it later. */
function useJob(id: string, onEnd: (end: JobEnd) => void): JobEnd | undefined {
  const api = useApi();
  const [job, setJob] = useState<JobEnd>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const look = async () => {
      const found = await api.get<JobEnd>(`/job/${id}`).catch(lost);
      if (isGone) return;
      if (found) setJob(found);
      if (found && isOver(found)) onEnd(found);
      else timer = setTimeout(look, between);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, id, onEnd]);
  return job;
}

function lost(error: unknown): JobEnd | undefined {
  if (!(error instanceof ApiError)) throw error;
  const { status, body } = error;
  return status >= 400 && status < 500 ? { Status: 'failed', Problem: body } : undefined;
}
