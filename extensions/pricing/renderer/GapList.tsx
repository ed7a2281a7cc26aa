import type { ReactNode } from 'react';
import type { Say } from '#renderer';
import styles from './gaps.module.css';

/** Values of a combination as people know them. */
export type Gap = readonly { readonly Label: string; readonly Value: string }[];

type Props = {
  readonly text: string;
  /** The first combinations; warnings stored by earlier versions name none. */
  readonly gaps: readonly Gap[] | undefined;
  readonly count: number;
  readonly say: Say;
  /** Leads to where the missing value is entered. */
  readonly children?: ReactNode;
};

/** Names the first combinations without a value, and leads to where it is entered. */
export function GapList({ text, gaps = [], count, say, children }: Props) {
  const words = (gap: Gap) =>
    gap.map(({ Label, Value }) => say('ui.gaps.value', { label: Label, value: Value })).join(', ');
  return (
    <div className={styles.gaps}>
      <p>{text}</p>
      {gaps.length > 0 && (
        <ul>
          {gaps.map((gap) => (
            <li key={words(gap)}>{words(gap)}</li>
          ))}
          {count > gaps.length && <li>{say('ui.gaps.more', { count: count - gaps.length })}</li>}
        </ul>
      )}
      {children}
    </div>
  );
}
