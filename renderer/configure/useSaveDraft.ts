import { useState } from 'react';
import type { Change } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useToast } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import type { Draft } from './draftTypes.ts';
import type { Named } from './useDraft.ts';
import { useWork } from './work.tsx';

type SaveDraft = {
  readonly isBusy: boolean;
  /** The server's refusal, in the person's language. */
  readonly failure: string | undefined;
  readonly dismiss: () => void;
  /** Undefined after a failure; the input is kept. */
  readonly put: (changes: readonly Change[], gone?: readonly Named[]) => Promise<Draft | undefined>;
  readonly remove: (changes: readonly Named[]) => Promise<Draft | undefined>;
  readonly takeEntity: (name: string) => Promise<Draft | undefined>;
};

/** The changes from which an editor started, if not the draft on screen. */
type EditBase = {
  readonly base: () => readonly Change[];
  /** Another window has changed the same. */
  readonly onConflict: () => void;
};

/** Saves changes to the draft and reports the result. */
export function useSaveDraft(from?: EditBase): SaveDraft {
  const say = useMessage();
  const toast = useToast();
  const { put, takeEntity, draft: shown } = useWork();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (call: () => Promise<Draft>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const draft = await call();
      toast.settle('draft');
      return draft;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) from?.onConflict();
      const text = error instanceof ApiError ? error.message : say('ui.error.text');
      setFailure(text);
      toast.show(text, 'error', 'draft');
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const base = () => from?.base() ?? shown.Changes;
  return {
    isBusy,
    failure,
    dismiss: () => setFailure(undefined),
    put: (changes, gone) => run(() => put(base(), changes, gone)),
    remove: (changes) => run(() => put(base(), [], changes)),
    takeEntity: (name) => run(() => takeEntity(name)),
  };
}
