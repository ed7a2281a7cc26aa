import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import styles from './activity.module.css';
import { CommentBox } from './CommentBox.tsx';
import { type Mentioned, piecesOf } from './mentionText.ts';
import { type About, pathOf, useAskAgain } from './useAround.ts';
import { Versions } from './Versions.tsx';

export type Comment = {
  readonly Id: string;
  readonly Text: string;
  readonly Author: string | null;
  readonly CreatedDate: string;
  readonly EditedDate: string | null;
  readonly RemovedDate: string | null;
  readonly IsMine: boolean;
  readonly Revision: number;
  readonly Mentions: readonly Mentioned[];
};

type Props = { readonly about: About; readonly comment: Comment; readonly mayComment: boolean };

export function CommentItem({ about, comment, mayComment }: Props) {
  const say = useMessage();
  const { dateTime } = useFormats();
  const api = useApi();
  const askAgain = useAskAgain(about);
  const [isEdited, edit] = useState(false);
  const at = dateTime(comment.CreatedDate);
  const change = async (Text: string, Mentions: readonly string[]) => {
    const { Revision } = comment;
    await api.send('PUT', pathOf(about, `/comment/${comment.Id}`), { Text, Mentions, Revision });
    edit(false);
    await askAgain();
  };
  return (
    <li className={styles.comment} data-removed={comment.RemovedDate ? true : undefined}>
      <header className={styles.head}>
        <span className={styles.author}>{comment.Author ?? say('activity.comment.former')}</span>
        <time dateTime={comment.CreatedDate} className={styles.note}>
          {at}
        </time>
        {comment.EditedDate && !comment.RemovedDate && <Versions about={about} commentId={comment.Id} />}
      </header>
      {comment.RemovedDate ? (
        <p className={styles.note}>{say('activity.comment.is-removed')}</p>
      ) : isEdited ? (
        <CommentBox
          about={about}
          name={comment.Id}
          label={say('activity.comment.edit-of', { at })}
          send={say('activity.comment.save')}
          initial={{ text: comment.Text, people: comment.Mentions }}
          onSend={change}
          onCancel={() => edit(false)}
          cancel={say('ui.cancel')}
        />
      ) : (
        <>
          <p className={styles.text}>
            <MarkedText text={comment.Text} people={comment.Mentions} />
          </p>
          {comment.IsMine && mayComment && <Own about={about} comment={comment} onEdit={() => edit(true)} />}
        </>
      )}
    </li>
  );
}

/** Plain text; nothing in it is markup. */
function MarkedText({ text, people }: { text: string; people: readonly Mentioned[] }) {
  return piecesOf(text, people).map((piece, index) =>
    piece.isMention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
      <mark key={index} className={styles.mention}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

function Own({ about, comment, onEdit }: Omit<Props, 'mayComment'> & { onEdit: () => void }) {
  const say = useMessage();
  const api = useApi();
  const dialogs = useDialogs();
  const toast = useToast();
  const askAgain = useAskAgain(about);
  const remove = async () => {
    const isSure = await dialogs.confirm(say('activity.comment.remove.confirm'), {
      yes: say('activity.comment.remove'),
      no: say('ui.cancel'),
      tone: 'danger',
    });
    if (!isSure) return;
    await api.send('DELETE', pathOf(about, `/comment/${comment.Id}`)).catch((error: unknown) => {
      toast.show(errorText(error, say), 'error', 'comment');
    });
    await askAgain();
  };
  return (
    <div className={styles.own} data-screen-only>
      <Button tone="quiet" size="small" onPress={onEdit}>
        {say('activity.comment.edit')}
      </Button>
      <Button tone="quiet" size="small" onPress={() => void remove()}>
        {say('activity.comment.remove')}
      </Button>
    </div>
  );
}
