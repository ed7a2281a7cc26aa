import { useMemo } from 'react';
import { useFormats, useMessage } from '#renderer';
import { ChartLinks } from '../ChartLinks.tsx';
import styles from '../dashboards.module.css';
import { groupOf, type Opening } from '../groups.ts';
import { sayCell } from '../sayCell.ts';
import type { Cell, PanelColumn, PanelData, PanelKind } from '../types.ts';
import { provinces } from './canadaMap.ts';
import { seriesOf } from './seriesOf.ts';
import { useChartTheme } from './useChartTheme.ts';
import { useDrawn } from './useDrawn.ts';

type Props = {
  readonly kind: PanelKind;
  readonly data: PanelData;
  readonly title: string;
  /** Where the records behind a point are; absent: it opens nothing. */
  readonly opening?: Opening | undefined;
};

/** A chart on a canvas, redrawn when rows, size or theme change; screen readers get one sentence. */
export function Chart({ kind, data, title, opening }: Props) {
  const theme = useChartTheme();
  const formats = useFormats();
  const say = useMessage();
  const drawing = useMemo(
    () => ({
      ...{ kind, data, theme },
      write: (column: PanelColumn, value: Cell | undefined) => sayCell(column, value, formats),
    }),
    [kind, data, theme, formats],
  );
  const points = useMemo(() => pointsOf(drawing, opening), [drawing, opening]);
  const { box, show } = useDrawn(drawing, points);
  const elsewhere = kind === 'map' ? (data.Keys ?? []).filter((key) => !provinces.has(key)).length : 0;
  return (
    <>
      <div className={styles.figure} data-open={points.length > 0 || undefined}>
        <div ref={box} className={styles.chart} data-chart role="img" aria-label={spoken(title, drawing)} />
        {points.length > 0 && (
          <ChartLinks
            label={say('dashboard.records', { title })}
            points={points}
            onFocus={(at) => show(points[at ?? -1])}
          />
        )}
      </div>
      {elsewhere > 0 && <p className={styles.note}>{say('dashboard.elsewhere', { count: elsewhere })}</p>}
    </>
  );
}

/** The points of a chart that have records: their place in it, and where these are. */
function pointsOf(drawing: Parameters<typeof seriesOf>[0] & { readonly data: PanelData }, opening?: Opening) {
  if (!opening) return [];
  const { labels, series, column } = seriesOf(drawing);
  return series.flatMap(({ name, values, rows }, seriesIndex) =>
    labels.flatMap((label, dataIndex) => {
      const group = groupOf(drawing.data, rows[dataIndex] ?? -1);
      if (!group) return [];
      const value = drawing.write(column, values[dataIndex]);
      const said = series.length > 1 ? `${label}, ${name}` : label;
      return [{ seriesIndex, dataIndex, name: said, value, to: opening(group) }];
    }),
  );
}

const mostSpoken = 12;

/** The first values in words; the table has all of them. */
function spoken(title: string, drawing: Parameters<typeof seriesOf>[0]): string {
  const { labels, series, column } = seriesOf(drawing);
  const values = series.flatMap(({ name, values }) =>
    labels.flatMap((label, at) => {
      const value = values[at];
      if (value === null || value === undefined) return [];
      const said = drawing.write(column, value);
      return [series.length > 1 ? `${label}, ${name}: ${said}` : `${label}: ${said}`];
    }),
  );
  return `${title}. ${values.slice(0, mostSpoken).join('; ')}${values.length > mostSpoken ? '…' : ''}`;
}
