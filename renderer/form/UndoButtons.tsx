import { Redo2, Undo2 } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './form.module.css';
import type { Builder } from './useBuilder.ts';

type Steps = Pick<Builder<unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;

type Props = { readonly of: Steps; readonly labels?: Readonly<Record<'undo' | 'redo', string>> };

/** Undo and redo buttons of a builder. */
export function UndoButtons({ of: { undo, redo, canUndo, canRedo }, labels }: Props) {
  const say = useMessage();
  const label = labels ?? { undo: say('ui.undo'), redo: say('ui.redo') };
  return (
    <span className={styles.undo}>
      <IconButton icon={Undo2} size="small" label={label.undo} disabled={!canUndo} onPress={undo} />
      <IconButton icon={Redo2} size="small" label={label.redo} disabled={!canRedo} onPress={redo} />
    </span>
  );
}
