import type { DayPeriod, Locale, TimelineSpan } from '#engine';
import styles from './timeline.module.css';
import { placeIn } from './timelineScale.ts';
import { columnName } from './timelineWords.ts';

type Props = {
  readonly columns: readonly DayPeriod[];
  readonly span: TimelineSpan;
  readonly period: DayPeriod;
  readonly locale: Locale;
};

/** The names of the columns. Each bar says its dates itself, so screen readers need not hear them. */
export function TimelineHead({ columns, span, period, locale }: Props) {
  return (
    <div className={styles.head} aria-hidden="true">
      <span />
      <div className={styles.track}>
        {columns.map((column, at) => (
          <span key={column.from} className={styles.columnName} style={placeIn(period, column)}>
            {columnName(span, column, at === 0, locale)}
          </span>
        ))}
      </div>
    </div>
  );
}
