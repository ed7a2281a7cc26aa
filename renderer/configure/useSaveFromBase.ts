import { useRef } from 'react';
import type { Change } from '#engine';
import { knownAfter } from './draftEdits.ts';
import type { Named } from './useDraft.ts';
import { useSaveDraft } from './useSaveDraft.ts';
import { useWork } from './work.tsx';

/**
 * Saves an editor's changes. Sends only what the person changed, so that changes of other windows are kept. A
 * conflict is reported, and overwritten only on the next attempt.
 */
export function useSaveFromBase({ throws = false } = {}): ReturnType<typeof useSaveDraft> {
  const { draft, known } = useWork();
  const base = useRef(draft.Changes);
  const save = useSaveDraft({
    throws,
    base: () => base.current,
    onConflict: () => {
      base.current = known();
    },
  });
  const put = async (changes: readonly Change[], gone: readonly Named[] = []) => {
    const kept = await save.put(changes, gone);
    if (kept) base.current = knownAfter(base.current, changes, gone);
    return kept;
  };
  return { ...save, put, remove: (changes) => put([], changes) };
}
