import { Check, Minus } from 'lucide-react';
import hidden from '../parts/hidden.module.css';
import { Icon } from '../parts/Icon.tsx';
import styles from './cells.module.css';
import type { CellProps } from './defineKindView.ts';
import { defineKindView } from './defineKindView.ts';
import { readTruth } from './readers.ts';

export const boolean = defineKindView({
  kind: 'boolean',
  widget: 'checkbox',
  write: (value, { yes, no }) => (value === true ? yes : no),
  paste: (text) => {
    const value = /^[x✓]$/i.test(text) ? true : readTruth(text);
    return value === undefined ? { misfit: 'boolean' } : { value };
  },
  read: readTruth,
  cell: TickCell,
  width: 90,
  isDrawn: true,
});

/** A check mark for true. */
function TickCell({ value, say }: CellProps) {
  const word = say(value === true ? 'ui.yes' : 'ui.no');
  return (
    <span className={styles.tick} data-state={value === true ? 'yes' : 'no'} title={word}>
      <Icon icon={value === true ? Check : Minus} />
      <span className={hidden.hidden}>{word}</span>
    </span>
  );
}
