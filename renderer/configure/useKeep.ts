import { useNavigate } from 'react-router';
import type { Change } from '#engine';
import { useToast } from '../data/dialogs.tsx';
import { useGuardState } from '../data/guard.ts';
import { useMessage } from '../data/messages.tsx';
import { isRefused } from './draft/isRefused.ts';
import type { Named } from './useDraft.ts';
import { useSaveFromBase } from './useSaveFromBase.ts';

export type Keeping = {
  readonly changes: readonly Change[];
  /** Changes of the draft that these replace under another name. */
  readonly gone?: readonly Named[];
  /** All its changes in the draft, for removal. */
  readonly own?: readonly Named[];
  /** The list page to return to. */
  readonly back: string;
  /** The page of a new change, once it is in the draft. */
  readonly here?: string | undefined;
};

/** Saves the input to the draft and returns to the list; a change with errors stays open. */
export function useKeep({ changes, gone = [], own = [], back, here }: Keeping) {
  const say = useMessage();
  const toast = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const { put, remove, isBusy } = useSaveFromBase();
  const leave = (text: string, to = back) => {
    guard?.release();
    toast.show(text, 'success', 'draft');
    navigate(to);
  };
  const keep = async (next?: string) => {
    const kept = await put(changes, gone);
    if (!kept) return;
    if (!isRefused(kept, changes)) return leave(say('configure.draft.kept'), next);
    toast.show(say('configure.draft.kept-wrong'), 'error', 'draft');
    guard?.release();
    if (here) navigate(here, { replace: true });
  };
  const takeOut = async () => {
    if (own.length > 0 && (await remove(own))) leave(say('configure.draft.taken-out'));
  };
  return { keep, takeOut, isBusy };
}
