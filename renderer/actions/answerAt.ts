/** Finds the question behind a path of a body that an expression makes of the answers. */
import type { DataRecord } from '#engine';
import { fieldOfError } from '../parts/fieldOfError.ts';

type Asked = { readonly answers: DataRecord; readonly names: readonly string[] };

/** Changes one answer at a time: the places of the body that differ hold that answer. */
export function answerAt(
  bodyOf: (answers: DataRecord) => unknown,
  { answers, names }: Asked,
  path: string,
): string | undefined {
  const before = leavesOf(attempt(() => bodyOf(answers)));
  const places = names.flatMap((name) => {
    const changed = { ...answers, [name]: otherThan(answers[name]) };
    const after = leavesOf(attempt(() => bodyOf(changed)));
    // The place '' is a body that is a single answer, not one that could not be made.
    const isMade = (key: string) => key !== '' || (before.has(key) && after.has(key));
    return [...new Set([...before.keys(), ...after.keys()])]
      .filter((key) => isMade(key) && before.get(key) !== after.get(key))
      .map((key) => [key, name] as const);
  });
  const exact = `/${path.split(/[/.]/).filter(Boolean).join('/')}/`;
  const keys = places.map(([key]) => key).toSorted((a, b) => b.length - a.length);
  // A body may be a list, whose rows have no names.
  const place = keys.find((key) => exact.startsWith(`${key}/`)) ?? fieldOfError(path, keys);
  return places.find(([key]) => key === place)?.[1];
}

/** A body may be impossible with an answer that nobody gave. */
function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Another value of the same kind. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return `${value ?? ''}1`;
}

/** The values in a body by their pointers. */
function leavesOf(body: unknown, at = ''): ReadonlyMap<string, string> {
  if (typeof body !== 'object' || body === null) return new Map([[at, JSON.stringify(body) ?? '']]);
  return new Map(Object.entries(body).flatMap(([key, value]) => [...leavesOf(value, `${at}/${key}`)]));
}
