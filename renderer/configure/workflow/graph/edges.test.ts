import { expect, it } from 'vitest';
import { edgesOf } from './edges.ts';
import { layoutGraph, nodeSize } from './layoutGraph.ts';

const steps = [
  { id: 'submit', from: ['Draft'], to: 'Submitted' },
  { id: 'approve', from: ['Submitted'], to: 'Approved' },
  { id: 'refuse', from: ['Submitted', 'Approved'], to: 'Refused' },
  { id: 'back', from: ['Submitted'], to: 'Draft' },
  { id: 'note', from: ['Draft'], to: 'Draft' },
  { id: 'lost', from: ['Nowhere'], to: 'Draft' },
];
const states = ['Draft', 'Submitted', 'Approved', 'Refused', 'Alone'];

it('places every state, in layers and without one on another', async () => {
  const spots = await layoutGraph(states, steps);
  expect(Object.keys(spots)).toEqual(states);
  const all = Object.values(spots);
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1))
      expect(
        Math.abs(one.x - other.x) >= nodeSize.width || Math.abs(one.y - other.y) >= nodeSize.height,
      ).toBe(true);
  expect(spots.Draft?.x).toBeLessThan(spots.Submitted?.x ?? 0);
  expect(spots.Submitted?.x).toBeLessThan(spots.Approved?.x ?? 0);
});

it('draws a line for each state that a step starts from, with labels apart', async () => {
  const edges = edgesOf(steps, await layoutGraph(states, steps));
  expect(edges.map(({ id, from, to }) => `${id} ${from} ${to}`)).toEqual([
    'submit Draft Submitted',
    'approve Submitted Approved',
    'refuse Submitted Refused',
    'refuse Approved Refused',
    'back Submitted Draft',
    'note Draft Draft',
  ]);
  const labels = new Set(edges.map(({ label }) => `${Math.round(label.x)} ${Math.round(label.y)}`));
  expect(labels.size).toBe(edges.length);
  for (const { path } of edges) expect(path).not.toContain('NaN');
});

it('lays out thirty states', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `S${index}`);
  const chain = many.slice(1).map((to, index) => ({ id: to, from: [many[index] as string], to }));
  expect(Object.keys(await layoutGraph(many, chain))).toHaveLength(30);
});
