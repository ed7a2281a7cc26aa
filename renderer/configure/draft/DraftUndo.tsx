import { useCallback, useMemo, useRef } from 'react';
import { useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useMessage } from '../../data/messages.tsx';
import { UndoButtons } from '../../form/UndoButtons.tsx';
import { usePageUndoKeys } from '../../form/useUndoKeys.ts';
import type { Draft } from '../draftTypes.ts';
import { useDraftSteps } from '../useDraft.ts';
import { useWork } from '../work.tsx';

/** Undo and redo of changes to the draft, by button or key, on every page of the configurator. */
export function DraftUndo() {
  const say = useMessage();
  const toast = useToast();
  const { draft, undo, redo } = useWork();
  const { past, future } = useDraftSteps(draft);
  const root = useRef<HTMLDivElement>(null);
  const run = useCallback(
    async (step: Promise<Draft> | undefined, done: string) => {
      if (!step) return;
      try {
        await step;
        toast.show(say(done), 'info', 'draft');
      } catch (error) {
        toast.show(errorText(error, say), 'error', 'draft');
      }
    },
    [say, toast],
  );
  const steps = useMemo(
    () => ({
      undo: () => void run(undo(), 'configure.draft.undone'),
      redo: () => void run(redo(), 'configure.draft.redone'),
    }),
    [run, undo, redo],
  );
  usePageUndoKeys(steps, root);
  return (
    <div ref={root} tabIndex={-1}>
      <UndoButtons
        of={{ ...steps, canUndo: past.length > 0, canRedo: future.length > 0 }}
        labels={{ undo: say('configure.draft.undo'), redo: say('configure.draft.redo') }}
      />
    </div>
  );
}
