/** Undo and redo over whole values. */

export type History<T> = {
  readonly past: readonly T[];
  readonly value: T;
  readonly future: readonly T[];
  /** Place and time of the last typed step, to group consecutive typing. */
  readonly typed?: { readonly at: string; readonly time: number };
};

/** Typing in one place within this time is one step, in milliseconds. */
const together = 1000;
/** Most steps kept. */
const mostSteps = 200;

export function startHistory<T>(value: T): History<T> {
  return { past: [], value, future: [] };
}

/** Adds a step unless the value is unchanged. `time` in milliseconds. */
export function stepTo<T>(history: History<T>, value: T, time: number): History<T> {
  const { past, value: before, typed } = history;
  const at = changedAt(before, value);
  if (at === undefined) return history;
  const goesOn = at !== '' && typed?.at === at && time - typed.time < together && past.length > 0;
  return {
    past: goesOn ? past : [...past, before].slice(-mostSteps),
    value,
    future: [],
    ...(at === '' ? {} : { typed: { at, time } }),
  };
}

export function stepBack<T>({ past, value, future }: History<T>): History<T> {
  if (past.length === 0) return { past, value, future };
  return { past: past.slice(0, -1), value: past.at(-1) as T, future: [value, ...future] };
}

export function stepForth<T>({ past, value, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (future.length === 0) return { past, value, future };
  return { past: [...past, value], value: next as T, future: rest };
}

/**
 * The path of the one text or number that differs; empty if more than that differs; undefined if nothing
 * does.
 */
export function changedAt(before: unknown, after: unknown): string | undefined {
  const places: string[] = [];
  differ(before, after, '', places);
  if (places.length === 0) return undefined;
  return places.length === 1 ? places[0] : '';
}

function differ(before: unknown, after: unknown, at: string, places: string[]): void {
  if (Object.is(before, after) || places.length > 1) return;
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    if (Array.isArray(before) && before.length !== (after as unknown as unknown[]).length)
      places.push(at, at);
    else
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
        differ(before[name], after[name], `${at}/${name}`, places);
    return;
  }
  const isTyped = isText(before) && isText(after);
  places.push(...(isTyped ? [at] : [at, at]));
}

type Branch = Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;

/** Values typed letter by letter; a text field starts out empty. */
const isText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || value === undefined || value === null;
