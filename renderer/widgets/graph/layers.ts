/** Reads a graph from a value rule and arranges its nodes in layers. */
export type GraphPart = {
  readonly title: string;
  readonly note?: string;
  readonly parts: readonly GraphPart[];
};
export type GraphNode = GraphPart & { readonly id: string };
export type GraphLink = { readonly from: string; readonly to: string; readonly title?: string };
export type Graph = { readonly nodes: readonly GraphNode[]; readonly links: readonly GraphLink[] };

/** Translates a message key. */
type SayText = (key: string) => string;

/**
 * Drops items that are not objects or lack an id; accepts a single item in place of a list. A text may be
 * `{ Message: key }`, which is translated.
 */
export function readGraph(value: unknown, say: SayText): Graph {
  const textOf = (text: unknown) => readText(text, say);
  const readPart = ({ Title, Note, Parts }: Json): GraphPart => ({
    title: textOf(Title) ?? '',
    note: textOf(Note),
    parts: asList(Parts).map(readPart),
  });
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

function readText(value: unknown, say: SayText): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const { Message } = asObject(value);
  return Message === undefined ? String(value) : say(String(Message));
}

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

const asList = (value: unknown): readonly Json[] =>
  value === undefined || value === null ? [] : [value].flat().map(asObject);

/** Groups nodes by their greatest distance from a start; links back along a path are ignored. */
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
  // A cycle has no start; take its first node.
  for (const { id } of nodes) if (!depth.has(id)) visit(id, 0, new Set());
  const deepest = Math.max(-1, ...depth.values());
  const all = Array.from({ length: deepest + 1 }, (_, at) => nodes.filter(({ id }) => depth.get(id) === at));
  return all.filter((layer) => layer.length > 0);
}
