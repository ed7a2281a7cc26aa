/** Places the states of a workflow in layers; loads the layout package when it is first needed. */
export type Spot = { readonly x: number; readonly y: number };
export type GraphStep = { readonly id: string; readonly from: readonly string[]; readonly to: string };
/** Centres of the states, by name. */
export type Spots = Readonly<Record<string, Spot>>;

export const nodeSize = { width: 148, height: 44 } as const;
const labelSize = { width: 120, height: 28 } as const;

export async function layoutGraph(states: readonly string[], steps: readonly GraphStep[]): Promise<Spots> {
  const { Graph, layout } = await import('@dagrejs/dagre');
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 48, ranksep: 40, edgesep: 24, marginx: 16, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const name of states) graph.setNode(name, { ...nodeSize });
  const known = new Set(states);
  for (const { id, from, to } of steps)
    for (const one of from)
      if (known.has(one) && known.has(to)) graph.setEdge(one, to, { ...labelSize, labelpos: 'c' }, id);
  layout(graph);
  return Object.fromEntries(
    states.map((name) => {
      const { x = 0, y = 0 } = graph.node(name) as Partial<Spot>;
      return [name, { x, y }];
    }),
  );
}
