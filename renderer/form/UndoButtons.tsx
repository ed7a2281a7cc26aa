import { Redo2, Undo2 } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './form.module.css';
import type { Builder } from './useBuilder.ts';

type Steps = Pick<Builder<unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;

/** Undo and redo buttons of a builder. */
export function UndoButtons({ of: { undo, redo, canUndo, canRedo } }: { of: Steps }) {
  const say = useMessage();
  return (
    <span className={styles.undo}>
      <IconButton icon={Undo2} size="small" label={say('ui.undo')} disabled={!canUndo} onPress={undo} />
      <IconButton icon={Redo2} size="small" label={say('ui.redo')} disabled={!canRedo} onPress={redo} />
    </span>
  );
}
