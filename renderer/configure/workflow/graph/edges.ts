/** The lines between states, and where their labels are. */
import { type GraphStep, nodeSize, type Spot, type Spots } from './layoutGraph.ts';

export type Edge = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly label: Spot;
};

/** One for each state that a step starts from; steps between the same states are drawn apart. */
export function edgesOf(steps: readonly GraphStep[], spots: Spots): readonly Edge[] {
  const count = new Map<string, number>();
  return steps.flatMap(({ id, from, to }) =>
    from.flatMap((one) => {
      const [start, end] = [spots[one], spots[to]];
      if (!start || !end) return [];
      const pair = [one, to].sort().join(' ');
      const nth = count.get(pair) ?? 0;
      count.set(pair, nth + 1);
      return [{ id, from: one, to, ...(one === to ? loop(start, nth) : line(start, end, nth)) }];
    }),
  );
}

const { width, height } = nodeSize;

function line(start: Spot, end: Spot, nth: number): Pick<Edge, 'path' | 'label'> {
  const isForward = end.x - start.x >= width;
  const isBack = start.x - end.x >= width;
  if (!isForward && !isBack) return upright(start, end, nth);
  const side = isForward ? 1 : -1;
  // A way back runs below, so that it does not lie on the way there.
  const bend = isForward ? nth * height : (nth + 1) * height * 1.4;
  const [from, to] = [
    { x: start.x + (side * width) / 2, y: start.y },
    { x: end.x - (side * width) / 2, y: end.y },
  ];
  const reach = Math.max(48, Math.abs(to.x - from.x) / 2);
  const [one, other] = [
    { x: from.x + side * reach, y: from.y + bend },
    { x: to.x - side * reach, y: to.y + bend },
  ];
  return curve(from, one, other, to);
}

/** Between states above each other. */
function upright(start: Spot, end: Spot, nth: number): Pick<Edge, 'path' | 'label'> {
  const side = end.y >= start.y ? 1 : -1;
  const [from, to] = [
    { x: start.x, y: start.y + (side * height) / 2 },
    { x: end.x, y: end.y - (side * height) / 2 },
  ];
  const bend = side * (nth * width) * 0.6 + (side < 0 ? -width * 0.6 : 0);
  return curve(
    from,
    { x: from.x + bend, y: from.y + side * 36 },
    { x: to.x + bend, y: to.y - side * 36 },
    to,
  );
}

function loop(spot: Spot, nth: number): Pick<Edge, 'path' | 'label'> {
  const top = spot.y - height / 2;
  const rise = 40 + nth * 32;
  return curve(
    { x: spot.x - 24, y: top },
    { x: spot.x - 40, y: top - rise },
    { x: spot.x + 40, y: top - rise },
    { x: spot.x + 24, y: top },
  );
}

function curve(from: Spot, one: Spot, other: Spot, to: Spot): Pick<Edge, 'path' | 'label'> {
  const at = ({ x, y }: Spot) => `${Math.round(x)} ${Math.round(y)}`;
  const middle = (key: 'x' | 'y') => (from[key] + 3 * one[key] + 3 * other[key] + to[key]) / 8;
  return {
    path: `M ${at(from)} C ${at(one)}, ${at(other)}, ${at(to)}`,
    label: { x: middle('x'), y: middle('y') },
  };
}
