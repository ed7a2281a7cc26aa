import { useState } from 'react';
import type { Change } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useToast } from '../data/dialogs.tsx';
import { errorText } from '../data/errorText.ts';
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

type Options = {
  /** The changes from which an editor started, if not the draft on screen. */
  readonly base?: () => readonly Change[];
  /** Another window has changed the same. */
  readonly onConflict?: () => void;
  /** Throws a refusal, for a dialog to show it at its fields. */
  readonly throws?: boolean;
};

/** Saves changes to the draft and reports the result. */
export function useSaveDraft({ base, onConflict, throws }: Options = {}): SaveDraft {
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
      if (error instanceof ApiError && error.status === 409) onConflict?.();
      if (throws) throw error;
      const text = errorText(error, say);
      setFailure(text);
      toast.show(text, 'error', 'draft');
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const start = () => base?.() ?? shown.Changes;
  return {
    isBusy,
    failure,
    dismiss: () => setFailure(undefined),
    put: (changes, gone) => run(() => put(start(), changes, gone)),
    remove: (changes) => run(() => put(start(), [], changes)),
    takeEntity: (name) => run(() => takeEntity(name)),
  };
}
