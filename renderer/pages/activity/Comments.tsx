import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { useIntent } from '../../data/useIntent.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import styles from './activity.module.css';
import { CommentBox } from './CommentBox.tsx';
import { type Comment, CommentItem } from './CommentItem.tsx';
import { type About, pathOf, useAround, useAskAgain } from './useAround.ts';

type Found = { readonly Items: readonly Comment[]; readonly TotalItems: number };

const [step, most] = [20, 100];

/** The comments on a record, newest first, below the box for a new one. */
export function Comments({ about, mayComment }: { about: About; mayComment: boolean }) {
  const say = useMessage();
  const toast = useToast();
  const api = useApi();
  const askAgain = useAskAgain(about);
  const intent = useIntent();
  const [shown, show] = useState(step);
  const { data, error, refetch } = useAround<Found>(about, `/comment?pageSize=${shown}`);
  const send = async (Text: string, Mentions: readonly string[]) => {
    try {
      await api.send('POST', pathOf(about, '/comment'), { Text, Mentions }, { intent });
    } finally {
      // Also after a refusal: an earlier attempt may have arrived.
      await askAgain();
    }
    toast.show(say('activity.comment.sent'), 'success', 'comment');
  };
  const { Items = [], TotalItems = 0 } = data ?? {};
  return (
    <Card title={say('activity.comments')} id="activity-comments">
      {mayComment && (
        <CommentBox
          about={about}
          name="new"
          label={say('activity.comment.label')}
          send={say('activity.comment.send')}
          onSend={send}
        />
      )}
      {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton look="rows" lines={3} />}
      {data && Items.length === 0 && (
        <EmptyState
          title={say('activity.comments.none')}
          {...(mayComment && { text: say('activity.comments.none.text') })}
        />
      )}
      {Items.length > 0 && (
        <ol className={styles.comments} aria-label={say('activity.comments')}>
          {Items.map((comment) => (
            <CommentItem key={comment.Id} about={about} comment={comment} mayComment={mayComment} />
          ))}
        </ol>
      )}
      {TotalItems > Items.length && shown < most && (
        <Button tone="quiet" onPress={() => show(Math.min(most, shown + step))}>
          {say('activity.comment.older')}
        </Button>
      )}
    </Card>
  );
}
