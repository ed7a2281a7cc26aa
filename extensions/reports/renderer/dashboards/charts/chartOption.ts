/** Chart options of a panel. Patterns, symbols and labels distinguish series, not only colour. */
import type { EChartsCoreOption } from 'echarts/core';
import type { Cell, PanelColumn, PanelData, PanelKind } from '../types.ts';
import { canadaMap } from './canadaMap.ts';
import { seriesOf } from './seriesOf.ts';
import type { ChartTheme } from './useChartTheme.ts';

export type Drawing = {
  readonly kind: PanelKind;
  readonly data: PanelData;
  readonly theme: ChartTheme;
  /** Formats a value for people. */
  readonly write: (column: PanelColumn, value: Cell | undefined) => string;
};

export function chartOption(drawing: Drawing): EChartsCoreOption {
  const { kind, theme } = drawing;
  const drawn = kind === 'share' ? ring(drawing) : kind === 'map' ? map(drawing) : axes(drawing);
  return {
    color: [...theme.series],
    textStyle: { color: theme.text, fontFamily: theme.font, fontSize: theme.size },
    animation: false,
    // The element has its own label; the library provides the patterns.
    aria: { enabled: true, label: { enabled: false }, decal: { show: kind !== 'map' } },
    ...drawn,
  };
}

/** With more values their labels would overlap. */
const mostLabels = 24;

function axes(drawing: Drawing): EChartsCoreOption {
  const { kind, theme } = drawing;
  const { labels, series, column } = seriesOf(drawing);
  const isLine = kind === 'line';
  // Horizontal bars leave room for names; periods run from left to right.
  const isUpright = isLine || isPeriod(drawing);
  const write = (value: unknown) => drawing.write(column, value as number);
  const names = {
    type: 'category',
    data: labels,
    axisLabel: { color: theme.muted, ...(isUpright ? {} : { width: 130, overflow: 'truncate' }) },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    ...(isUpright ? {} : { inverse: true }),
  };
  const numbers = {
    type: 'value',
    axisLabel: { color: theme.muted, formatter: write, hideOverlap: true },
    splitLine: { lineStyle: { color: theme.line } },
    minInterval: column.Kind === 'integer' ? 1 : 0,
  };
  const isStacked = !isLine && series.length > 1;
  const isLabelled = !isStacked && labels.length * series.length <= mostLabels;
  return {
    ...tooltip(drawing, 'axis', write),
    ...(series.length > 1 ? { legend: legend(theme) } : {}),
    grid: { ...{ left: 8, right: 40, bottom: 4 }, top: series.length > 1 ? 34 : 18, containLabel: true },
    xAxis: isUpright ? names : numbers,
    yAxis: isUpright ? numbers : names,
    series: series.map(({ name, values }, at) => ({
      ...{ name, data: values, type: isLine ? 'line' : 'bar', barMaxWidth: 26 },
      ...(isStacked ? { stack: 'all' } : {}),
      ...{ symbol: symbols[at % symbols.length], symbolSize: 7 },
      ...(isLine ? { lineStyle: { type: strokes[at % strokes.length], width: 2 } } : {}),
      label: {
        ...{ show: isLabelled, color: theme.text, position: isUpright ? 'top' : 'right' },
        formatter: ({ value }: { value: number }) => write(value),
      },
    })),
  };
}

const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect'];
const strokes = ['solid', 'dashed', 'dotted'];

/** Whether the groups are dates or periods. */
function isPeriod({ data }: Drawing): boolean {
  const [first] = data.Keys ?? [];
  return /^\d{4}(-|$)/.test(first ?? '');
}

/** Below this width names do not fit on both sides of a ring; pixels. */
const narrow = 420;

function ring(drawing: Drawing): EChartsCoreOption {
  const { theme } = drawing;
  const { labels, series, column } = seriesOf(drawing);
  const write = (value: unknown) => drawing.write(column, value as number);
  const values = series[0]?.values ?? [];
  const total = values.reduce<number>((sum, value) => sum + (Number(value) || 0), 0);
  const share = (value: unknown) => `${Math.round((100 * (Number(value) || 0)) / (total || 1))} %`;
  return {
    ...tooltip(drawing, 'item', write),
    // Names do not fit beside a ring in a narrow panel; list them below.
    legend: {
      ...{ ...legend(theme), show: false, orient: 'vertical', top: '58%', bottom: 0 },
      formatter: (name: string) => {
        const value = values[labels.indexOf(name)];
        return `${name}: ${write(value)} (${share(value)})`;
      },
    },
    media: [
      {
        query: { maxWidth: narrow },
        option: {
          legend: { show: true },
          series: [
            {
              center: ['50%', '28%'],
              radius: ['28%', '50%'],
              label: { show: false },
              labelLine: { show: false },
            },
          ],
        },
      },
    ],
    series: [
      {
        ...{ type: 'pie', radius: ['38%', '62%'], center: ['50%', '50%'], minShowLabelAngle: 3 },
        data: labels.map((name, at) => ({ name, value: values[at] ?? 0 })),
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
        label: {
          ...{ color: theme.text, lineHeight: 15 },
          formatter: ({ name, value }: Slice) => `${name}\n${write(value)} (${share(value)})`,
        },
        labelLine: { lineStyle: { color: theme.muted } },
      },
    ],
  };
}

type Slice = { readonly name: string; readonly value: number };

/** Offsets in pixels of the labels of provinces too small to hold them. */
const labelOffsets: Readonly<Record<string, readonly [number, number]>> = {
  NL: [22, -14],
  PE: [34, -6],
  NS: [24, 12],
  NB: [-22, 18],
};

function map(drawing: Drawing): EChartsCoreOption {
  const { theme, data } = drawing;
  const { labels, series, column } = seriesOf(drawing);
  const values = series[0]?.values ?? [];
  const keys = [...new Set(data.Keys ?? [])];
  const names = new Map(keys.map((key, at) => [key, labels[at] ?? key]));
  const write = (value: unknown) => drawing.write(column, value as number);
  const most = Math.max(1, ...values.map(Number));
  const drawn = keys.map((name, at) => ({
    ...{ name, value: values[at] ?? 0 },
    label: labelOffsets[name]
      ? { color: theme.text, offset: labelOffsets[name] }
      : { color: Number(values[at]) > most * 0.55 ? theme.surface : theme.text },
  }));
  return {
    ...tooltip(drawing, 'item', write, (key) => names.get(key) ?? key),
    visualMap: {
      ...{ min: 0, max: most, text: [write(most), '0'], left: 0, bottom: 0, itemHeight: 70, itemWidth: 10 },
      ...{ inRange: { color: [theme.low, theme.high] }, textStyle: { color: theme.muted } },
    },
    series: [
      {
        ...{ type: 'map', map: canadaMap, roam: false, selectedMode: false, layoutSize: '100%' },
        layoutCenter: ['55%', '50%'],
        data: drawn,
        itemStyle: { areaColor: theme.surface, borderColor: theme.muted, borderWidth: 0.6 },
        label: {
          ...{ show: true, color: theme.text, fontWeight: 600 },
          formatter: ({ name, value }: { name: string; value: number }) =>
            Number.isFinite(value) ? `${name} ${write(value)}` : '',
        },
        emphasis: { label: { color: theme.text }, itemStyle: { areaColor: theme.low } },
      },
    ],
  };
}

const legend = (theme: ChartTheme) => ({
  ...{ top: 0, left: 0, type: 'scroll', itemWidth: 18, itemHeight: 12 },
  textStyle: { color: theme.text },
  ...{ pageTextStyle: { color: theme.muted }, pageIconColor: theme.text, pageIconInactiveColor: theme.line },
});

/** Drawn on the canvas, so that user input never becomes markup. */
function tooltip(
  { theme }: Drawing,
  trigger: 'axis' | 'item',
  write: (value: unknown) => string,
  nameOf: (name: string) => string = (name) => name,
) {
  type Point = { readonly name: string; readonly seriesName?: string; readonly value: unknown };
  const line = ({ name, value }: Point) => `${nameOf(name)}: ${write(value)}`;
  const formatter = (point: Point | readonly Point[]) => {
    if (!Array.isArray(point)) return line(point as Point);
    const points = point as readonly Point[];
    if (points.length === 1 && points[0]) return line(points[0]);
    const rest = points.map(({ seriesName, value }) => `${seriesName}: ${write(value)}`);
    return [points[0]?.name, ...rest].join('\n');
  };
  return {
    tooltip: {
      ...{ trigger, renderMode: 'richText', confine: true, formatter, axisPointer: { type: 'shadow' } },
      ...{ backgroundColor: theme.surface, borderColor: theme.line, textStyle: { color: theme.text } },
    },
  };
}
