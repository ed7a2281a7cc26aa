import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '../../../data/local.ts';
import { type GraphStep, layoutGraph, type Spot, type Spots } from './layoutGraph.ts';

/** Where the states are: laid out, or where the person has moved them. Presentation only, kept in this browser. */
export function useSpots(entity: string, states: readonly string[], steps: readonly GraphStep[]) {
  const place = `workflow-graph.${entity}`;
  const [laid, setLaid] = useState<Spots>();
  const [moved, setMoved] = useState<Spots>(() => readLocal<Spots>(place) ?? {});
  const shape = JSON.stringify([states, steps.map(({ id, from, to }) => [id, from, to])]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for states and steps
  useEffect(() => {
    let isOver = false;
    void layoutGraph(states, steps).then((spots) => {
      if (!isOver) setLaid(spots);
    });
    return () => {
      isOver = true;
    };
  }, [shape]);
  const keep = (next: Spots) => {
    setMoved(next);
    writeLocal(place, next);
  };
  const spots =
    laid && Object.fromEntries(states.map((name) => [name, moved[name] ?? laid[name] ?? { x: 0, y: 0 }]));
  return {
    spots,
    isMoved: states.some((name) => moved[name] !== undefined),
    move: (name: string, { x, y }: Spot) =>
      keep({ ...moved, [name]: { x: Math.max(80, x), y: Math.max(28, y) } }),
    arrange: () => keep({}),
  };
}
