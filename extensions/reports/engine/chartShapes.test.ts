import { expect, it } from 'vitest';
import type { ChartData } from './chartData.ts';
import { chartShapes, type Shape } from './chartShapes.ts';

const room = { width: 400, height: 300 };
const names = [
  'A rather long name of a series',
  'Another long name of a series',
  'A third long name, longer yet',
];
const data = (chart: ChartData['chart'], isStacked = false): ChartData => ({
  ...{ chart, title: '', categories: ['One', 'Two'], isStacked },
  series: names.map((name, at) => ({ name, values: [at + 1, 2 - 2 * at] })),
});

const areas = (shapes: readonly Shape[]) =>
  shapes.flatMap((shape) =>
    shape.kind === 'area' ? [{ series: shape.series, ...spanOf(shape.points) }] : [],
  );
const spanOf = (points: readonly (readonly [number, number])[]) => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

const rooms = [room, { width: 140, height: 60 }, { width: 200, height: 110 }, { width: 90, height: 300 }];
for (const chart of ['bar', 'column', 'pie', 'line'] as const)
  it.each(rooms)(`a ${chart} chart fills its room and stays within it: %o`, (small) => {
    const shapes = chartShapes(data(chart, true), small);
    const points = shapes.flatMap((shape) => (shape.kind === 'label' ? [shape.at] : shape.points));
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(small.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(small.height);
    }
    // The squares of a legend are 8 points wide.
    const sizes = shapes.map((shape) => {
      if (shape.kind !== 'area' && shape.kind !== 'line') return 0;
      const { left, right, top, bottom } = spanOf(shape.points);
      return Math.max(right - left, bottom - top);
    });
    expect(Math.max(...sizes)).toBeGreaterThan(10);
  });

it.each(['bar', 'column', 'pie', 'line'] as const)('the legend of a %s chart has whole names', (chart) => {
  const texts = chartShapes(data(chart), room).flatMap((shape) =>
    shape.kind === 'label' ? [shape.text] : [],
  );
  for (const name of chart === 'pie' ? ['One', 'Two'] : names) expect(texts).toContain(name);
});

it('stacked bars follow each other, those below zero to the other side', () => {
  const bars = areas(chartShapes(data('bar', true), room)).slice(0, 6);
  const [first, second, third] = [0, 2, 4].map((at) => bars[at]);
  expect(second?.left).toBeCloseTo(first?.right ?? Number.NaN);
  expect(third?.left).toBeCloseTo(second?.right ?? Number.NaN);
  const [above, , below] = [1, 3, 5].map((at) => bars[at]);
  expect(below?.right).toBeCloseTo(above?.left ?? Number.NaN);
  for (const bar of bars.filter((_, at) => at % 2 === 0)) expect(bar?.top).toBe(first?.top);
});

it('a single bar does not fill the chart', () => {
  const one = { chart: 'bar', title: '', categories: ['One'], series: [{ name: 'S', values: [5] }] } as const;
  const [bar] = areas(chartShapes(one, room));
  expect((bar?.bottom ?? 0) - (bar?.top ?? 0)).toBeLessThan(room.height / 4);
});

it('shares are labelled outside the pie', () => {
  const shapes = chartShapes({ ...data('pie'), series: [{ name: 'S', values: [1, 3] }] }, room);
  const circle = areas(shapes).slice(0, 2);
  const radius = Math.max(...circle.map(({ right }) => right)) - room.width / 2;
  const centre = (room.height - 14) / 2;
  const labels = shapes.flatMap((shape) =>
    shape.kind === 'label' && shape.text.endsWith('%') ? [shape.at] : [],
  );
  expect(labels).toHaveLength(2);
  for (const [x, y] of labels) expect(Math.hypot(x - room.width / 2, y - 3 - centre)).toBeGreaterThan(radius);
});

it('the axis of counts has whole numbers only', () => {
  const counts = {
    chart: 'column',
    title: '',
    categories: ['One'],
    series: [{ name: 'S', values: [2] }],
  } as const;
  const texts = (of: ChartData) =>
    chartShapes(of, room).flatMap((shape) => (shape.kind === 'label' ? [shape.text] : []));
  expect(texts(counts)).toEqual(['0', '1', '2', 'One']);
  expect(texts({ ...counts, series: [{ name: 'S', values: [1.5] }] })).toContain('0.5');
});

it('lines are not stacked: their axis ends at the highest value', () => {
  const labels = (isStacked: boolean) =>
    chartShapes(data('line', isStacked), room).filter(({ kind }) => kind === 'label' || kind === 'line');
  expect(labels(true)).toEqual(labels(false));
});
