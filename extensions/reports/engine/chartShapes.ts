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
  const legend = legendShapes(data, room);
  const height = room.height - (legend.length > 0 ? 16 : 0);
  const inner = { width: room.width, height };
  if (data.chart === 'pie') return [...pieShapes(data, inner), ...legend];
  return [...(data.chart === 'bar' ? barShapes(data, inner) : uprightShapes(data, inner)), ...legend];
}

/** A small chart, such as in a cell, has no axes. */
function sparkShapes(data: ChartData, { width, height }: Room): readonly Shape[] {
  if (data.chart === 'pie') return pieShapes(data, { width: width + 16, height: height + 16 });
  const scale = scaleOf(data);
  const y = (value: number) => height - 1 - ((value - scale.low) / (scale.high - scale.low)) * (height - 2);
  const slot = width / Math.max(1, data.categories.length);
  return data.series.flatMap(({ values }, series): readonly Shape[] => {
    if (data.chart === 'line')
      return [
        { kind: 'line', series, points: values.map((value, at) => [slot * (at + 0.5), y(value)] as const) },
      ];
    const thick = (slot * 0.8) / data.series.length;
    return values.map((value, at) => ({
      kind: 'area',
      series,
      points: corners(
        slot * (at + 0.1) + thick * series,
        y(Math.max(0, value)),
        thick,
        Math.abs(y(0) - y(value)),
      ),
    }));
  });
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The legend, so that colour is not the only cue. */
function legendShapes({ chart, series, categories }: ChartData, { width, height }: Room): readonly Shape[] {
  const names = chart === 'pie' ? categories : series.map(({ name }) => name);
  if (names.length < 2) return [];
  const step = Math.max(60, width / names.length);
  return names.slice(0, Math.floor(width / 60)).flatMap((name, index): readonly Shape[] => {
    const [x, y] = [index * step + 4, height - 12];
    return [
      { kind: 'area', series: index, points: corners(x, y, 8, 8) },
      { kind: 'label', at: [x + 12, y + 7], text: short(name, Math.floor(step / 6)), anchor: 'start' },
    ];
  });
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
function scaleOf({ series }: ChartData): {
  readonly low: number;
  readonly high: number;
  readonly step: number;
} {
  const values = series.flatMap((one) => one.values);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((by) => by * power).find((one) => one >= rough) ?? rough;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step || step, step };
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
  const shapes = data.series.flatMap(({ values }, series): readonly Shape[] => {
    if (data.chart === 'line')
      return [
        {
          kind: 'line',
          series,
          points: values.map((value, index) => [left + slot * (index + 0.5), y(value)]),
        },
      ];
    const thick = (slot * 0.7) / data.series.length;
    return values.map((value, index) => {
      const x = left + slot * (index + 0.15) + thick * series;
      return {
        kind: 'area',
        series,
        points: corners(x, y(Math.max(0, value)), thick, Math.abs(y(0) - y(value))),
      };
    });
  });
  return [...axes, ...shapes, ...labels];
}

function barShapes(data: ChartData, { width, height }: Room): readonly Shape[] {
  const scale = scaleOf(data);
  const [left, bottom] = [132, height - 18];
  const x = (value: number) => left + ((value - scale.low) / (scale.high - scale.low)) * (width - left - 16);
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
      text: short(text, 18),
      anchor: 'end',
    }),
  );
  const shapes = data.series.flatMap(({ values }, series): readonly Shape[] => {
    const thick = (slot * 0.7) / data.series.length;
    return values.map((value, index) => ({
      kind: 'area',
      series,
      points: corners(
        x(Math.min(0, value)),
        4 + slot * (index + 0.15) + thick * series,
        Math.abs(x(value) - x(0)),
        thick,
      ),
    }));
  });
  return [...axes, ...shapes, ...labels];
}

function pieShapes({ series }: ChartData, { width, height }: Room): readonly Shape[] {
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, value));
  const total = values.reduce((sum, value) => sum + value, 0);
  const [x, y, radius] = [width / 2, height / 2, Math.min(width, height) / 2 - 10];
  if (total === 0 || radius <= 0) return [];
  let from = 0;
  return values.flatMap((value, index): readonly Shape[] => {
    const to = from + value / total;
    const share: Shape = {
      kind: 'area',
      series: index,
      points: [[x, y], ...arc({ x, y, radius }, from, to)],
    };
    const [lx, ly] = onCircle({ x, y, radius: radius * 0.65 }, (from + to) / 2);
    from = to;
    const percent = `${Math.round((value / total) * 100)} %`;
    return value / total < 0.04
      ? [share]
      : [share, { kind: 'label', at: [lx, ly + 3], text: percent, anchor: 'middle' }];
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
