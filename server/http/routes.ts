/** Routes of endpoints: their paths, matching order and parameters. */
import { refusals } from '../errors/Refusal.ts';
import { type Endpoint, isId } from './Endpoint.ts';

export type Route = {
  readonly endpoint: Endpoint;
  /** Hono's syntax: `/api/product/:1`; parameters are named by position, so that routes can share them. */
  readonly pattern: string;
  /** Lower-case literals, and parameter names. */
  readonly segments: readonly Segment[];
};

type Segment = { readonly word: string } | { readonly name: string; readonly isId: boolean };

/** Literals win over parameters and ids over free text; of two endpoints with one path, the later wins. */
export function createRoutes(endpoints: readonly Endpoint[]): readonly Route[] {
  const routes = [...endpoints]
    .reverse()
    .flatMap((endpoint) => spellings(endpoint.path).map((path) => routeOf(endpoint, path)));
  return routes.sort((a, b) => order(a).localeCompare(order(b)));
}

/** Per segment 0 for a literal, 1 for an id, 2 for a text. */
function order({ segments }: Route): string {
  return segments.map((segment) => ('word' in segment ? 0 : segment.isId ? 1 : 2)).join('');
}

/** An optional last parameter yields two paths. */
function spellings(path: string): readonly string[] {
  const optional = /^(.*)\/\{([^}]+)\?\}\/?$/.exec(path);
  return optional ? [optional[1] as string, `${optional[1]}/{${optional[2]}}`] : [path];
}

function routeOf(endpoint: Endpoint, path: string): Route {
  const segments = segmentsOf(`/api${path}`).map((segment): Segment => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    return name ? { name, isId: endpoint.ids.includes(name) } : { word: segment.toLowerCase() };
  });
  const parts = segments.map((segment, index) => ('word' in segment ? segment.word : `:${index}`));
  return { endpoint, segments, pattern: `/${parts.join('/')}` };
}

/** The path used for routing: lower case, without a trailing slash. */
export function routedPath(url: string): string {
  return withoutSlash(pathOf(url)).toLowerCase();
}

/** Interfaces whose standard addresses are not below `/api`; clients reach them there as well. */
const outsideApi = /^\/(scim\/v2|mcp)(?=\/|$)/i;

/** The path as sent, below `/api` if it is one of the API. */
export function pathOf(url: string): string {
  const path = sentPath(url);
  return outsideApi.test(path) ? `/api${path}` : path;
}

/** Parsed by hand, because `new URL` costs more than everything else. */
export function sentPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start < 0) return '/';
  const [mark, hash] = [url.indexOf('?', start), url.indexOf('#', start)];
  const end = hash < 0 ? url.length : hash;
  return url.slice(start, mark < 0 ? end : Math.min(mark, end));
}

/** The path below `/api`. */
export const apiPathOf = (url: string): string => pathOf(url).slice('/api'.length) || '/';

/** A trailing slash is ignored; a double slash leaves an empty segment that matches nothing. */
function segmentsOf(path: string): readonly string[] {
  return withoutSlash(path).slice(1).split('/');
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** The parameters; undefined when an id is malformed. Throws 400 for broken percent encoding. */
export function paramsOf({ segments }: Route, url: string): Record<string, string> | undefined {
  const values = segmentsOf(pathOf(url));
  const params: Record<string, string> = {};
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] as Segment;
    if ('word' in segment) continue;
    const value = decoded(values[index] as string);
    if (segment.isId && !isId(value)) return undefined;
    params[segment.name] = segment.isId ? value.toLowerCase() : value;
  }
  return params;
}

/** Whether a routing path matches the route; with `anyId` even if an id is malformed. */
export function fits({ segments }: Route, path: string, { anyId = false } = {}): boolean {
  const values = path.slice(1).split('/');
  return (
    values.length === segments.length &&
    segments.every((segment, index) => {
      const value = values[index] as string;
      if ('word' in segment) return segment.word === value;
      return value !== '' && (!segment.isId || anyId || isId(value));
    })
  );
}

/** The malformed value at an id parameter. */
export function wrongId({ segments }: Route, url: string): string {
  const values = segmentsOf(pathOf(url));
  const at = segments.findIndex(
    (segment, index) => 'name' in segment && segment.isId && !isId(values[index]),
  );
  return decoded(values[at] ?? '');
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw refusals.badAddress({ cause });
  }
}
