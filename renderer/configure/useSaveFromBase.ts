import { useRef } from 'react';
import type { Change } from '#engine';
import { knownAfter } from './draftEdits.ts';
import type { Named } from './useDraft.ts';
import { useSaveDraft } from './useSaveDraft.ts';
import { useWork } from './work.tsx';

/**
 * Saves what an editor was opened for: only what the person changed since is sent, so that nothing is put back that
 * another window has changed meanwhile. Where both have changed the same it is said, and nothing is written over until
 * the person, who has read that, tries again.
 */
export function useSaveFromBase(): ReturnType<typeof useSaveDraft> {
  const { draft, known } = useWork();
  const base = useRef(draft.Changes);
  const save = useSaveDraft({
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
