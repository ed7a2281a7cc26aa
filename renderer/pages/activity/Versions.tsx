import { useState } from 'react';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import styles from './activity.module.css';
import { type About, useAround } from './useAround.ts';

type Props = { readonly about: About; readonly commentId: string };

/** A link to the earlier texts of a comment. */
export function Versions({ about, commentId }: Props) {
  const say = useMessage();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button tone="link" label={say('activity.comment.versions')} onPress={() => open(true)}>
        {say('activity.comment.edited')}
      </Button>
      {isOpen && <VersionsDialog about={about} commentId={commentId} onClose={() => open(false)} />}
    </>
  );
}

type Version = { readonly Text: string; readonly ChangedAt: string };

function VersionsDialog({ about, commentId, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const { dateTime } = useFormats();
  const { data } = useAround<{ Items: readonly Version[] }>(about, `/comment/${commentId}/version`);
  return (
    <Dialog
      title={say('activity.comment.versions.title')}
      onClose={onClose}
      main={{ label: say('ui.close'), onPress: onClose }}
    >
      <ol className={styles.comments}>
        {(data?.Items ?? []).map(({ Text, ChangedAt }) => (
          <li key={ChangedAt} className={styles.comment}>
            <time dateTime={ChangedAt} className={styles.note}>
              {dateTime(ChangedAt)}
            </time>
            <p className={styles.text}>{Text}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
