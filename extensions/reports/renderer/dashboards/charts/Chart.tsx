import { useEffect, useMemo, useRef } from 'react';
import { useFormats, useMessage } from '#renderer';
import styles from '../dashboards.module.css';
import { sayCell } from '../sayCell.ts';
import type { Cell, PanelColumn, PanelData, PanelKind } from '../types.ts';
import { provinces, registerCanada } from './canadaMap.ts';
import { chartOption } from './chartOption.ts';
import { startChart } from './echarts.ts';
import { seriesOf } from './seriesOf.ts';
import { useChartTheme } from './useChartTheme.ts';

type Props = { readonly kind: PanelKind; readonly data: PanelData; readonly title: string };

/** A chart on a canvas, redrawn when rows, size or theme change; screen readers get one sentence. */
export function Chart({ kind, data, title }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const draw = useRef<() => void>(undefined);
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
  const latest = useRef(drawing);
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const made = startChart(place);
    registerCanada();
    // A map without size cannot be laid out, so drawing waits for one.
    const hasRoom = () => place.clientWidth > 0 && place.clientHeight > 0;
    let isDrawn = false;
    draw.current = () => {
      isDrawn = hasRoom();
      if (!isDrawn) return;
      made.resize();
      made.setOption(chartOption(latest.current), true);
    };
    // In an animation frame: resizing a chart within the observer would cause a ResizeObserver loop.
    let frame = 0;
    const fit = () => {
      if (!isDrawn) draw.current?.();
      else if (hasRoom()) made.resize();
    };
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(fit);
    });
    observer.observe(place);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      made.dispose();
      draw.current = undefined;
    };
  }, []);
  useEffect(() => {
    latest.current = drawing;
    draw.current?.();
  }, [drawing]);
  const elsewhere = kind === 'map' ? (data.Keys ?? []).filter((key) => !provinces.has(key)).length : 0;
  return (
    <>
      <div ref={box} className={styles.chart} data-chart role="img" aria-label={spoken(title, drawing)} />
      {elsewhere > 0 && <p className={styles.note}>{say('dashboard.elsewhere', { count: elsewhere })}</p>}
    </>
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
