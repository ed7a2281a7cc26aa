/** A graph as a value rule writes it, and which of its nodes stand side by side. */
export type GraphPart = {
  readonly title: string;
  readonly note?: string;
  readonly parts: readonly GraphPart[];
};
export type GraphNode = GraphPart & { readonly id: string };
export type GraphLink = { readonly from: string; readonly to: string; readonly title?: string };
export type Graph = { readonly nodes: readonly GraphNode[]; readonly links: readonly GraphLink[] };

/** What lacks an id or is no object is left out, and a list of one may come without its brackets. */
export function readGraph(value: unknown): Graph {
  const { Nodes, Links } = asObject(value);
  const nodes = asList(Nodes).flatMap((node) =>
    typeof node.Id === 'string' ? [{ ...readPart(node), id: node.Id }] : [],
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const links = asList(Links).flatMap(({ From, To, Title }) =>
    ids.has(String(From)) && ids.has(String(To))
      ? [{ from: String(From), to: String(To), title: textOf(Title) }]
      : [],
  );
  return { nodes, links };
}

function readPart({ Title, Note, Parts }: Readonly<Record<string, unknown>>): GraphPart {
  return { title: textOf(Title) ?? '', note: textOf(Note), parts: asList(Parts).map(readPart) };
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : String(value);

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const asList = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  value === undefined || value === null ? [] : [value].flat().map(asObject);

/** Nodes by how far they are from a beginning; a link back to where one came from moves nothing. */
export function layers(
  nodes: readonly GraphNode[],
  links: readonly GraphLink[],
): readonly (readonly GraphNode[])[] {
  const depth = new Map<string, number>();
  const visit = (id: string, at: number, way: ReadonlySet<string>) => {
    if (way.has(id) || at <= (depth.get(id) ?? -1)) return;
    depth.set(id, at);
    const onward = new Set(way).add(id);
    for (const link of links) if (link.from === id) visit(link.to, at + 1, onward);
  };
  const reached = new Set(links.filter(({ from, to }) => from !== to).map(({ to }) => to));
  for (const { id } of nodes) if (!reached.has(id)) visit(id, 0, new Set());
  // Round in a circle there is no beginning: the first of it is one.
  for (const { id } of nodes) if (!depth.has(id)) visit(id, 0, new Set());
  const deepest = Math.max(-1, ...depth.values());
  const all = Array.from({ length: deepest + 1 }, (_, at) => nodes.filter(({ id }) => depth.get(id) === at));
  return all.filter((layer) => layer.length > 0);
}
