/** A chart as plain shapes in points, from the top left: the same on a screen and on paper. */
import type { ChartData } from './chartData.ts';

export type Point = readonly [x: number, y: number];
export type Shape =
  | { readonly kind: 'area'; readonly points: readonly Point[]; readonly series: number }
  | { readonly kind: 'line'; readonly points: readonly Point[]; readonly series: number }
  /** A line of the axes. */
  | { readonly kind: 'rule'; readonly points: readonly Point[] }
  | {
      readonly kind: 'label';
      readonly at: Point;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
    };

type Room = { readonly width: number; readonly height: number };

export function chartShapes(data: ChartData, room: Room): readonly Shape[] {
  if (room.height < 60 || room.width < 130) return sparkShapes(data, room);
  const legend = legendOf(data, room);
  const height = room.height - legend.lines * legendLine;
  const inner = { width: room.width, height };
  if (data.chart === 'pie') return [...pieShapes(data, inner), ...legend.shapes];
  return [...(data.chart === 'bar' ? barShapes(data, inner) : uprightShapes(data, inner)), ...legend.shapes];
}

/** A small chart, such as in a cell, has no axes. */
function sparkShapes(data: ChartData, { width, height }: Room): readonly Shape[] {
  if (data.chart === 'pie') return pieShapes(data, { width, height });
  const scale = scaleOf(data);
  const y = (value: number) => height - 1 - ((value - scale.low) / (scale.high - scale.low)) * (height - 2);
  const slot = width / Math.max(1, data.categories.length);
  return data.series.flatMap(({ values, chart = data.chart }, series): readonly Shape[] => {
    if (chart === 'line') return lineShapes(values, series, (value, at) => [slot * (at + 0.5), y(value)]);
    return values.map((_, index) => {
      const { from, to, at, thick } = barOf(data, slot, index, series);
      const points = corners(at, y(Math.max(from, to)), thick, Math.abs(y(from) - y(to)));
      return { kind: 'area', series, points };
    });
  });
}

/** One for each run of values without a gap; a value alone is a point. */
function lineShapes(
  values: readonly (number | null)[],
  series: number,
  at: (value: number, index: number) => Point,
): readonly Shape[] {
  const runs: Point[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(at(value, index));
  }
  return runs.flatMap((points): readonly Shape[] => {
    const [[x, y] = [0, 0], second] = points;
    if (second) return [{ kind: 'line', series, points }];
    return points.length === 0 ? [] : [{ kind: 'area', series, points: corners(x - 1.5, y - 1.5, 3, 3) }];
  });
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const legendLine = 14;
/** Names beyond these lines would leave no room for the chart; a low one has room for a single line. */
const legendLinesIn = (height: number) => Math.max(1, Math.min(3, Math.floor(height / 60)));
const letterWidth = 4.2;

/** The legend, so that colour is not the only cue. */
function legendOf(
  { chart, series, categories }: ChartData,
  { width, height }: Room,
): { readonly lines: number; readonly shapes: readonly Shape[] } {
  const names = chart === 'pie' ? categories : series.map(({ name }) => name);
  if (names.length < 2) return { lines: 0, shapes: [] };
  const most = legendLinesIn(height);
  const places: { x: number; line: number; text: string }[] = [];
  let [x, line] = [4, 0];
  for (const name of names) {
    const text = short(name, 32);
    const wide = 12 + text.length * letterWidth;
    if (x > 4 && x + wide > width) [x, line] = [4, line + 1];
    if (line === most) break;
    places.push({ x, line, text });
    x += wide + 10;
  }
  const lines = (places.at(-1)?.line ?? 0) + 1;
  const shapes = places.flatMap((place, series): readonly Shape[] => {
    const y = height - (lines - place.line) * legendLine + 4;
    return [
      { kind: 'area', series, points: corners(place.x, y, 8, 8) },
      { kind: 'label', at: [place.x + 12, y + 7], text: place.text, anchor: 'start' },
    ];
  });
  return { lines, shapes };
}

const corners = (x: number, y: number, width: number, height: number): readonly Point[] => [
  ...([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const),
];

/** The axis range, which always includes 0, in round steps. */
function scaleOf({ chart, series, categories, isStacked }: ChartData): {
  readonly low: number;
  readonly high: number;
  readonly step: number;
} {
  const isSummed = isStacked && chart !== 'line';
  const alone = isSummed ? series.filter(isLine) : series;
  const values = [
    ...alone.flatMap((one) => one.values.map((value) => value ?? 0)),
    ...(isSummed ? categories : []).flatMap((_, at) =>
      [1, -1].map((sign) => stackedBelow(series, at, series.length, sign)),
    ),
  ];
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].map((by) => by * power).find((one) => one >= rough) ?? rough;
  // Counts have no halves.
  const step = values.every(Number.isInteger) ? Math.max(1, round) : round;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step || step, step };
}

/** Over bars, which neither stand on it nor leave it room beside them. */
const isLine = ({ chart }: ChartData['series'][number]): boolean => chart === 'line';

/** The sum of the values of this sign before a series. */
const stackedBelow = (all: ChartData['series'], category: number, before: number, sign: number): number =>
  all.slice(0, before).reduce((sum, one) => {
    const value = isLine(one) ? 0 : (one.values[category] ?? 0);
    return value * sign > 0 ? sum + value : sum;
  }, 0);

type Bar = { readonly from: number; readonly to: number; readonly at: number; readonly thick: number };

/** A few bars do not fill the whole chart. */
const mostThick = 44;

/** Where a bar starts and ends in values, and its side along the axis of categories. */
function barOf(data: ChartData, slot: number, category: number, series: number): Bar {
  const value = data.series[series]?.values[category] ?? 0;
  const lines = (of: ChartData['series']) => of.filter(isLine).length;
  const bars = Math.max(1, data.series.length - lines(data.series));
  const all = Math.min(slot * 0.7, mostThick * (data.isStacked ? 1 : bars));
  const first = slot * (category + 0.5) - all / 2;
  if (!data.isStacked) {
    const thick = all / bars;
    const before = series - lines(data.series.slice(0, series));
    return { from: 0, to: value, at: first + thick * before, thick };
  }
  const from = stackedBelow(data.series, category, series, Math.sign(value));
  return { from, to: from + value, at: first, thick: all };
}

const ticks = ({ low, high, step }: ReturnType<typeof scaleOf>): readonly number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) =>
    Number((low + index * step).toPrecision(12)),
  );

function uprightShapes(data: ChartData, { width, height }: Room): readonly Shape[] {
  const scale = scaleOf(data);
  const [left, top, bottom] = [44, 8, height - 18];
  const y = (value: number) => bottom - ((value - scale.low) / (scale.high - scale.low)) * (bottom - top);
  const slot = (width - left - 8) / Math.max(1, data.categories.length);
  const axes = ticks(scale).flatMap((tick): readonly Shape[] => [
    {
      kind: 'rule',
      points: [
        [left, y(tick)],
        [width - 8, y(tick)],
      ],
    },
    { kind: 'label', at: [left - 4, y(tick) + 3], text: String(tick), anchor: 'end' },
  ]);
  const every = Math.max(1, Math.ceil(36 / slot));
  const labels = data.categories.flatMap((text, index): readonly Shape[] =>
    index % every === 0
      ? [
          {
            kind: 'label',
            at: [left + slot * (index + 0.5), height - 6],
            text: short(text, Math.max(3, Math.floor((slot * every) / 5))),
            anchor: 'middle',
          },
        ]
      : [],
  );
  const shapes = data.series.flatMap(({ values, chart = data.chart }, series): readonly Shape[] => {
    if (chart === 'line')
      return lineShapes(values, series, (value, index) => [left + slot * (index + 0.5), y(value)]);
    return values.map((_, index) => {
      const { from, to, at, thick } = barOf(data, slot, index, series);
      const points = corners(left + at, y(Math.max(from, to)), thick, Math.abs(y(from) - y(to)));
      return { kind: 'area', series, points };
    });
  });
  return [...axes, ...shapes, ...labels];
}

function barShapes(data: ChartData, { width, height }: Room): readonly Shape[] {
  const scale = scaleOf(data);
  // Names take no more than their share of a narrow chart.
  const [left, bottom] = [Math.min(132, width * 0.4), height - 18];
  // The last number is centred below the end of its axis.
  const right = Math.max(16, (String(scale.high).length * letterWidth) / 2 + 4);
  const room = width - left - right;
  const x = (value: number) => left + ((value - scale.low) / (scale.high - scale.low)) * room;
  const slot = (bottom - 4) / Math.max(1, data.categories.length);
  const axes = ticks(scale).flatMap((tick): readonly Shape[] => [
    {
      kind: 'rule',
      points: [
        [x(tick), 4],
        [x(tick), bottom],
      ],
    },
    { kind: 'label', at: [x(tick), height - 6], text: String(tick), anchor: 'middle' },
  ]);
  const labels = data.categories.map(
    (text, index): Shape => ({
      kind: 'label',
      at: [left - 6, 4 + slot * (index + 0.5) + 3],
      text: short(text, Math.floor((left - 6) / letterWidth)),
      anchor: 'end',
    }),
  );
  const shapes = data.series.flatMap(({ values }, series): readonly Shape[] => {
    return values.map((_, index) => {
      const { from, to, at, thick } = barOf(data, slot, index, series);
      const points = corners(x(Math.min(from, to)), 4 + at, Math.abs(x(to) - x(from)), thick);
      return { kind: 'area', series, points };
    });
  });
  return [...axes, ...shapes, ...labels];
}

/** Shares are labelled outside, where every colour leaves them readable; a small pie has no labels. */
function pieShapes({ series }: ChartData, { width, height }: Room): readonly Shape[] {
  const labelRoom = Math.min(width, height) < 100 ? 0 : 24;
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  const [x, y, radius] = [width / 2, height / 2, Math.min(width, height) / 2 - 2 - labelRoom];
  if (total === 0 || radius <= 0) return [];
  let from = 0;
  return values.flatMap((value, index): readonly Shape[] => {
    const to = from + value / total;
    const share: Shape = {
      kind: 'area',
      series: index,
      points: [[x, y], ...arc({ x, y, radius }, from, to)],
    };
    const [lx, ly] = onCircle({ x, y, radius: radius + 9 }, (from + to) / 2);
    from = to;
    if (labelRoom === 0 || value / total < 0.02) return [share];
    const anchor = Math.abs(lx - x) < radius / 4 ? 'middle' : lx > x ? 'start' : 'end';
    const text = `${Math.round((value / total) * 100)} %`;
    return [share, { kind: 'label', at: [lx, ly + 3], text, anchor }];
  });
}

type Circle = { readonly x: number; readonly y: number; readonly radius: number };

function arc(circle: Circle, from: number, to: number): readonly Point[] {
  const steps = Math.max(1, Math.ceil((to - from) * 60));
  return Array.from({ length: steps + 1 }, (_, index) =>
    onCircle(circle, from + ((to - from) * index) / steps),
  );
}

/** Slices start at the top and run clockwise. */
function onCircle({ x, y, radius }: Circle, share: number): Point {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}
