import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import type { Draft, Release } from '../draftTypes.ts';
import { draftKeys } from '../useDraft.ts';
import { useWork } from '../work.tsx';

/** What the call is told; a change that was on its way when the button was pressed has made a newer draft. */
export type BodyOf = (newest: Draft | undefined) => object;

/** Puts a release in force by the call at `path`; what speaks against it is said, and nothing has changed then. */
export function usePublish(path: string, onDone: () => void) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const { settled } = useWork();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const publish = async (bodyOf: BodyOf) => {
    setBusy(true);
    setFailure(undefined);
    try {
      // A change that is still on its way belongs to the release.
      await settled();
      const body = bodyOf(client.getQueryData<Draft>(draftKeys.draft));
      const { Number: number } = await api.send<Release>('POST', path, body);
      toast.show(say('configure.published', { number }), 'success', 'draft');
      onDone();
    } catch (error) {
      // A no to what happens to stored records is no failure.
      const isDeclined = error instanceof ApiError && error.status === 428;
      if (!isDeclined) setFailure(error instanceof ApiError ? error.message : say('ui.error.text'));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: draftKeys.draft });
      await client.invalidateQueries({ queryKey: draftKeys.releases });
    }
  };
  return { publish, isBusy, failure };
}
