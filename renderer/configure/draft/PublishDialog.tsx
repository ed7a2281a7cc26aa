import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Link } from '../../parts/Link.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import type { Reviewed } from '../draftTypes.ts';
import { useWork } from '../work.tsx';
import styles from './draft.module.css';
import { Review, useReviewRefusal } from './Review.tsx';
import { type BodyOf, usePublish } from './usePublish.ts';

/** The draft: what will change, what it does to stored records, what stands in the way; then it is published. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const say = useMessage();
  const { draft } = useWork();
  const isBehind = draft.Release !== draft.Live;
  const behind = say('configure.draft.behind', { number: draft.Live });
  return (
    <ReleaseDialog
      title={say('configure.publish.title')}
      action={say('configure.publish')}
      path="/configure/publish"
      bodyOf={(newest = draft) => ({ Revision: newest.Revision })}
      review={draft}
      refusal={isBehind ? behind : undefined}
      onClose={onClose}
    >
      {isBehind && (
        <p className={styles.finding}>
          <Link to="/configure/rebase">{behind}</Link>
        </p>
      )}
    </ReleaseDialog>
  );
}

type Props = {
  readonly title: string;
  /** What the button says. */
  readonly action: string;
  /** The call that makes the release; the note goes with it. */
  readonly path: string;
  readonly bodyOf: BodyOf;
  readonly review: Reviewed;
  /** What speaks against it beside the review. */
  readonly refusal?: string | undefined;
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Looked at, with a note, and put in force. */
export function ReleaseDialog({ title, action, path, bodyOf, review, refusal, children, onClose }: Props) {
  const say = useMessage();
  const [note, setNote] = useState('');
  const { publish, isBusy, failure } = usePublish(path, onClose);
  const refused = useReviewRefusal(review);
  useLeaving(onClose);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('ui.cancel')}</Button>
          <Button
            tone="primary"
            busy={isBusy}
            refusal={refused ?? refusal}
            onPress={() => void publish((newest) => ({ ...bodyOf(newest), Note: note }))}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        {failure && (
          <p role="alert" className={styles.finding} data-level="error">
            {failure}
          </p>
        )}
        {children}
        <Review of={review} />
        <FieldShell id="publish-note" label={say('configure.publish.note')}>
          <TextInput id="publish-note" value={note} maxLength={2000} onChange={setNote} />
        </FieldShell>
      </div>
    </Dialog>
  );
}

/** Whoever follows a finding to its change wants to see that, not the dialog. */
function useLeaving(onLeave: () => void) {
  const { key } = useLocation();
  const [start] = useState(key);
  useEffect(() => {
    // A link to the page one is on leads there, too.
    if (key !== start) onLeave();
  }, [key, start, onLeave]);
}
