import type { ColourModel } from '#engine';
import type { CellTools } from './cellTools.ts';
import styles from './rowMark.module.css';

type Props = { readonly colour: ColourModel; readonly say: CellTools['say'] };

/** A bar at the edge of the row; its name says the same in words. */
export function RowMark({ colour: { tone, label }, say }: Props) {
  return (
    <span role="img" className={styles.mark} data-tone={tone} aria-label={say(label)} title={say(label)} />
  );
}
