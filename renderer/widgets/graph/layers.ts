/** A graph as a value rule writes it, and which of its nodes stand side by side. */
export type GraphPart = {
  readonly title: string;
  readonly note?: string;
  readonly parts: readonly GraphPart[];
};
export type GraphNode = GraphPart & { readonly id: string };
export type GraphLink = { readonly from: string; readonly to: string; readonly title?: string };
export type Graph = { readonly nodes: readonly GraphNode[]; readonly links: readonly GraphLink[] };

/** Says a message of the declarations in the person's language. */
type SayText = (key: string) => string;

/**
 * What lacks an id or is no object is left out, and a list of one may come without its brackets. A text may be
 * `{ Message: key }`: it is then said in the language of whoever looks.
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
