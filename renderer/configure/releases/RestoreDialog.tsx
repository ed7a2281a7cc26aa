import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ReleaseDialog } from '../draft/PublishDialog.tsx';
import type { Reviewed } from '../draftTypes.ts';
import { draftKeys } from '../useDraft.ts';
import { useWork } from '../work.tsx';

type Props = { readonly number: number; readonly onClose: () => void };

/** Restores an earlier release: review, note and publication, as for a draft. */
export function RestoreDialog({ number, onClose }: Props) {
  const say = useMessage();
  const api = useApi();
  const locale = useLocale();
  const { draft } = useWork();
  const title = say(number === 0 ? 'configure.restore.confirm-shipped' : 'configure.restore.confirm', {
    number,
  });
  const { data, error, refetch } = useQuery({
    queryKey: [...draftKeys.releases, number, 'review', draft.Live, locale],
    gcTime: 0,
    queryFn: ({ signal }) => api.get<Reviewed>(`/configure/releases/${number}/review`, { signal }),
  });
  if (data)
    return (
      <ReleaseDialog
        title={title}
        action={say('configure.restore')}
        path={`/configure/releases/${number}/restore`}
        bodyOf={() => ({})}
        review={data}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onPress={onClose}>{say('ui.cancel')}</Button>}>
      {error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton look="rows" />}
    </Dialog>
  );
}
