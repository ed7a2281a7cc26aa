/** Conditions that people build over the fields of a list: `$where={"all":[{"path":…},{"any":[…]}]}`. */

import type { WhereCondition, WhereGroup, WherePart, WhereValue } from '../types/whereTypes.ts';

export type { WhereCondition, WhereGroup, WherePart };

/** Nobody builds more by hand, and stores would take long over it. */
export const whereLimits = { conditions: 50, depth: 3, text: 4000, values: 200, value: 256 } as const;

export const isGroup = (where: WherePart): where is WhereGroup => !('path' in where);
export const partsOf = (group: WhereGroup): readonly WherePart[] => group.all ?? group.any ?? [];

/** Checks an unknown value, from an address, a stored view or a request; undefined if it has another shape. */
export function readWhere(value: unknown): WhereGroup | undefined {
  const count = { left: whereLimits.conditions };
  const read = isObject(value) ? readGroup(value, whereLimits.depth, count) : undefined;
  return read && partsOf(read).length > 0 ? read : undefined;
}

/** The same for JSON text. */
export function parseWhereText(text: string): WhereGroup | undefined {
  if (text.length > whereLimits.text) return undefined;
  try {
    return readWhere(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** All paths, without duplicates. */
export function wherePaths(where: WherePart | undefined): readonly string[] {
  if (!where) return [];
  return [...new Set(isGroup(where) ? partsOf(where).flatMap(wherePaths) : [where.path])];
}

/** Without conditions on other fields; undefined if nothing is left. */
export function keepPaths(
  where: WhereGroup | undefined,
  keeps: (path: string) => boolean,
): WhereGroup | undefined {
  if (!where) return undefined;
  const parts = partsOf(where).flatMap((part): readonly WherePart[] => {
    if (!isGroup(part)) return keeps(part.path) ? [part] : [];
    const kept = keepPaths(part, keeps);
    return kept ? [kept] : [];
  });
  if (parts.length === 0) return undefined;
  return where.all ? { all: parts } : { any: parts };
}

type Count = { left: number };

function readGroup(value: Record<string, unknown>, depth: number, count: Count): WhereGroup | undefined {
  const [[name, list] = [], ...others] = Object.entries(value);
  if ((name !== 'all' && name !== 'any') || others.length > 0 || !Array.isArray(list) || depth === 0)
    return undefined;
  const parts: WherePart[] = [];
  for (const part of list) {
    const read = isObject(part) ? readPart(part, depth, count) : undefined;
    if (!read) return undefined;
    parts.push(read);
  }
  return name === 'all' ? { all: parts } : { any: parts };
}

function readPart(part: Record<string, unknown>, depth: number, count: Count): WherePart | undefined {
  if (!('path' in part)) return readGroup(part, depth - 1, count);
  const { path, operator, value = null, ...others } = part;
  count.left -= 1;
  const isSound =
    count.left >= 0 &&
    Object.keys(others).length === 0 &&
    typeof path === 'string' &&
    /^[\w$.-]{1,256}$/.test(path) &&
    typeof operator === 'string' &&
    /^[A-Za-z]{1,16}$/.test(operator);
  if (!isSound || !isValue(value)) return undefined;
  return value === null ? { path, operator } : { path, operator, value };
}

function isValue(value: unknown): value is WhereValue {
  if (Array.isArray(value)) return value.length <= whereLimits.values && value.every(isPlain);
  return value === null || typeof value === 'boolean' || isPlain(value);
}

const isPlain = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length <= whereLimits.value && !value.includes('\0')) ||
  (typeof value === 'number' && Number.isFinite(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
