/** JSON pointers and the targets of local references. */
import { isJson, type Json } from './types.ts';

/** `/properties/a~1b`, with one more step. */
export const below = (at: string, ...steps: readonly (string | number)[]): string =>
  [at, ...steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

/** The value at a pointer; undefined when there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  if (!pointer.startsWith('/')) return undefined;
  let value = document;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Json)[name];
  }
  return value;
}

export type Anchors = ReadonlyMap<string, string>;

/** The pointer that a reference within the document means; undefined for one that leads elsewhere. */
export function pointerOf(ref: string, anchors: Anchors): string | undefined {
  const known = anchors.get(ref);
  if (known !== undefined) return known;
  const [base = '', ...rest] = ref.split('#');
  const start = base === '' ? '' : anchors.get(base);
  if (start === undefined || rest.length === 0) return undefined;
  const fragment = decoded(rest.join('#'));
  if (fragment === '' || fragment.startsWith('/')) return `${start}${fragment}`;
  return anchors.get(`#${fragment}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const mostVisited = 200_000;
/** Deeper parts are beyond what is read. */
const longestPointer = 4000;

/** Everything that a reference may name: `$id`, `id`, `$anchor` and `$dynamicAnchor`. */
export function anchorsOf(document: unknown): Anchors {
  const anchors = new Map<string, string>();
  const open = [{ value: document, at: '' }];
  for (let visited = 0; visited < mostVisited; visited += 1) {
    const next = open.pop();
    if (!next) break;
    for (const name of namesIn(next.value)) if (!anchors.has(name)) anchors.set(name, next.at);
    open.push(...membersOf(next));
  }
  return anchors;
}

function* membersOf({ value, at }: { value: unknown; at: string }) {
  if (typeof value !== 'object' || value === null || at.length > longestPointer) return;
  for (const [name, one] of Object.entries(value))
    if (typeof one === 'object' && one !== null) yield { value: one as unknown, at: below(at, name) };
}

function namesIn(value: unknown): readonly string[] {
  if (!isJson(value)) return [];
  const { $id, id, $anchor, $dynamicAnchor } = value;
  const ids = [$id, id].filter((one): one is string => typeof one === 'string' && one !== '');
  const anchors = [$anchor, $dynamicAnchor].filter((one): one is string => typeof one === 'string');
  return [...ids.map((one) => one.replace(/#$/, '')), ...anchors.map((one) => `#${one}`)];
}
