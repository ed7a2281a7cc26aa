import type { JobEnd, JobOptions } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { useJob } from '../data/useJob.ts';
import { useJobProgress } from '../data/useJobProgress.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Progress } from '../parts/Progress.tsx';

/** Progress of a job, with a cancel button. Closes by itself at the end. */
export function JobDialog({ id, title, onEnd }: JobOptions & { onEnd: (end: JobEnd) => void }) {
  const say = useMessage();
  const watched = useJob(id, onEnd);
  const progress = useJobProgress(watched);
  return (
    <Dialog
      title={title}
      size="small"
      dismissable={false}
      onClose={() => undefined}
      actions={
        <Button onPress={watched.cancel} disabled={watched.cancelling}>
          {say('ui.job.cancel')}
        </Button>
      }
    >
      <Progress label={title} {...progress} />
    </Dialog>
  );
}
