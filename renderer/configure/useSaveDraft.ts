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
  /** What the server said against it, in the person's language. */
  readonly failure: string | undefined;
  readonly dismiss: () => void;
  /** Undefined where it failed: what was typed is still there. */
  readonly put: (changes: readonly Change[], gone?: readonly Named[]) => Promise<Draft | undefined>;
  readonly remove: (changes: readonly Named[]) => Promise<Draft | undefined>;
  readonly takeEntity: (name: string) => Promise<Draft | undefined>;
};

/** Puts changes into the draft and says what became of it. */
export function useSaveDraft(): SaveDraft {
  const say = useMessage();
  const toast = useToast();
  const { put, remove, takeEntity } = useWork();
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
      const text = error instanceof ApiError ? error.message : say('ui.error.text');
      setFailure(text);
      toast.show(text, 'error', 'draft');
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    failure,
    dismiss: () => setFailure(undefined),
    put: (changes, gone) => run(() => put(changes, gone)),
    remove: (changes) => run(() => remove(changes)),
    takeEntity: (name) => run(() => takeEntity(name)),
  };
}
