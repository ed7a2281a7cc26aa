import styles from './cells.module.css';
import { type CellProps, defineKindView } from './defineKindView.ts';
import { isInactive, labelOf } from './writers.ts';

export const person = defineKindView({
  kind: 'person',
  widget: 'reference',
  write: labelOf,
  cell: PersonCell,
  isFluid: true,
});

/** Marks people who no longer work here. */
function PersonCell({ value, text, say }: CellProps) {
  if (text === '') return '–';
  return isInactive(value) ? (
    <span className={styles.inactive}>{say('person.inactive', { name: text })}</span>
  ) : (
    text
  );
}
