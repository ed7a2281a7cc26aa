import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useApp } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import type { Intent } from '../../data/intents.ts';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Link } from '../../parts/Link.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import type { Draft, PublishedRelease, Reviewed } from '../draftTypes.ts';
import { draftKeys } from '../useDraft.ts';
import { useWork } from '../work.tsx';
import styles from './draft.module.css';
import { Review, useReviewRefusal } from './Review.tsx';

/** Reviews the draft (changes, effects on stored records, problems) and publishes it. */
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
  /** Label of the button. */
  readonly action: string;
  /** The call that publishes; receives the note. */
  readonly path: string;
  readonly bodyOf: BodyOf;
  readonly review: Reviewed;
  /** Other reasons against it. */
  readonly refusal?: string | undefined;
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Review, note and publication of a release. */
export function ReleaseDialog({ title, action, path, bodyOf, review, refusal, children, onClose }: Props) {
  const say = useMessage();
  const [note, setNote] = useState('');
  const draft = useKeptWork({ key: `note.${path}`, value: note, isChanged: note !== '', restore: setNote });
  const publish = usePublish(path, onClose);
  const refused = useReviewRefusal(review);
  useLeaving(onClose);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      main={{
        label: action,
        refusal: refused ?? refusal,
        onPress: (intent) => publish((newest) => ({ ...bodyOf(newest), Note: note }), intent),
      }}
      cancel={say('ui.cancel')}
    >
      <div className={styles.panel}>
        <DraftBar draft={draft} />
        {children}
        <Review of={review} />
        <FieldShell id="publish-note" name="Note" label={say('configure.publish.note')}>
          <TextInput id="publish-note" value={note} maxLength={2000} onChange={setNote} />
        </FieldShell>
      </div>
    </Dialog>
  );
}

/** Closes the dialog when a link to a finding is followed. */
function useLeaving(onLeave: () => void) {
  const { key } = useLocation();
  const [start] = useState(key);
  useEffect(() => {
    // Compare keys, as a link may lead to the current page.
    if (key !== start) onLeave();
  }, [key, start, onLeave]);
}

/** The body of the call, from the newest draft: an edit may have been pending when the button was pressed. */
type BodyOf = (newest: Draft | undefined) => object;

/** Publishes by a call at `path`; a refusal is reported and changes nothing. */
function usePublish(path: string, onDone: () => void) {
  const say = useMessage();
  const { api, ownReleases } = useApp();
  const toast = useToast();
  const client = useQueryClient();
  const { settled } = useWork();
  return async (bodyOf: BodyOf, intent: Intent) => {
    try {
      // Pending edits belong to the release.
      await settled();
      const body = bodyOf(client.getQueryData<Draft>(draftKeys.draft));
      const { Number: number } = await ownReleases.publish(() =>
        api.send<PublishedRelease>('POST', path, body, { intent }),
      );
      toast.show(say('configure.published', { number }), 'success', 'draft');
      onDone();
    } finally {
      await client.invalidateQueries({ queryKey: draftKeys.draft });
      await client.invalidateQueries({ queryKey: draftKeys.releases });
    }
  };
}
