/** Finds the endpoint of a method and path; built once for each model. */
import type { Access } from '#engine';
import type { ApiCall } from './ApiCall.ts';

/** One thing the server answers, with what must hold before its body is read. */
export type Endpoint = {
  readonly method: string;
  /** `/product/{id}`, `/product/operationalbrands/{id?}`; without `/api`. */
  readonly path: string;
  /** Parameters that match only a UUID. */
  readonly ids: readonly string[];
  readonly access: Access;
  /** Also for who has to choose a password first. */
  readonly isBeforePassword?: boolean;
  /** Message key shown to a person when nothing better is known. */
  readonly failure?: string;
  readonly handle: (call: ApiCall) => Response | Promise<Response>;
};

export type Match =
  | { readonly kind: 'found'; readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> }
  /** The path would be right if this parameter were an id. */
  | { readonly kind: 'bad-id'; readonly endpoint: Endpoint; readonly value: string }
  | { readonly kind: 'bad-method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' };

export type RouteTable = {
  readonly match: (method: string, path: string) => Match;
  /** All that is answered. */
  readonly endpoints: readonly Endpoint[];
};

type Leaf = { readonly endpoint: Endpoint; readonly names: readonly string[] };
type Node = {
  readonly literals: Map<string, Node>;
  id?: Node;
  text?: Node;
  readonly leaves: Map<string, Leaf>;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in text form, whatever its version. */
export const isId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);

/** Builds the table; literal segments win over parameters, and ids over free text. */
export function createRouteTable(endpoints: readonly Endpoint[]): RouteTable {
  const root = createNode();
  for (const endpoint of endpoints) {
    for (const path of spellings(endpoint.path)) insert(root, path, endpoint);
  }
  return { match: (method, path) => matchPath(root, method, path), endpoints };
}

function matchPath(root: Node, method: string, path: string): Match {
  const segments = segmentsOf(path);
  const search: Search = { root, segments, method: method === 'HEAD' ? 'GET' : method, allow: new Set() };
  const found = walk(search, root, 0, []);
  if (found) return { kind: 'found', endpoint: found.leaf.endpoint, params: paramsOf(found) };
  if (search.allow.size > 0) return { kind: 'bad-method', allow: withHead([...search.allow]) };
  const near = walk({ ...search, isLoose: true }, root, 0, []);
  if (!near) return { kind: 'none' };
  return { kind: 'bad-id', endpoint: near.leaf.endpoint, value: near.values.find((v) => !isId(v)) ?? '' };
}

type Search = {
  readonly root: Node;
  readonly segments: readonly string[];
  readonly method: string;
  readonly allow: Set<string>;
  readonly isLoose?: boolean;
};
type Found = { readonly leaf: Leaf; readonly values: readonly string[] };

function walk(search: Search, node: Node, depth: number, values: readonly string[]): Found | undefined {
  if (depth === search.segments.length) return leafOf(search, node, values);
  const segment = search.segments[depth] as string;
  const literal = node.literals.get(segment.toLowerCase());
  const below = literal && walk(search, literal, depth + 1, values);
  if (below) return below;
  if (segment === '') return undefined;
  const isFit = search.isLoose || isId(segment);
  const byId = node.id && isFit ? walk(search, node.id, depth + 1, [...values, segment]) : undefined;
  return byId ?? (node.text ? walk(search, node.text, depth + 1, [...values, segment]) : undefined);
}

function leafOf(search: Search, node: Node, values: readonly string[]): Found | undefined {
  const leaf = node.leaves.get(search.method);
  if (leaf) return { leaf, values };
  for (const method of node.leaves.keys()) search.allow.add(method);
  return undefined;
}

/** Throws URIError for a broken percent code; the caller answers 400. */
function paramsOf({ leaf, values }: Found): Record<string, string> {
  const params: Record<string, string> = {};
  leaf.names.forEach((name, index) => {
    const text = values[index] as string;
    const value = text.includes('%') ? decodeURIComponent(text) : text;
    params[name] = leaf.endpoint.ids.includes(name) ? value.toLowerCase() : value;
  });
  return params;
}

function insert(root: Node, path: string, endpoint: Endpoint): void {
  const names: string[] = [];
  let node = root;
  for (const segment of segmentsOf(path)) {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name) names.push(name);
    node = name
      ? parameterChild(node, endpoint.ids.includes(name))
      : literalChild(node, segment.toLowerCase());
  }
  node.leaves.set(endpoint.method, { endpoint, names });
}

function parameterChild(node: Node, isIdOnly: boolean): Node {
  const slot = isIdOnly ? 'id' : 'text';
  node[slot] ??= createNode();
  return node[slot];
}

function literalChild(node: Node, segment: string): Node {
  const child = node.literals.get(segment) ?? createNode();
  node.literals.set(segment, child);
  return child;
}

/** An optional last parameter is two paths. */
function spellings(path: string): readonly string[] {
  const optional = /^(.*)\/\{([^}]+)\?\}\/?$/.exec(path);
  return optional ? [optional[1] as string, `${optional[1]}/{${optional[2]}}`] : [path];
}

/** One slash at the end changes nothing; a doubled one leaves an empty segment, which matches nothing. */
function segmentsOf(path: string): readonly string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(1, end).split('/');
}

const withHead = (methods: readonly string[]): readonly string[] =>
  methods.includes('GET') ? [...methods, 'HEAD'] : methods;

const createNode = (): Node => ({ literals: new Map(), leaves: new Map() });
