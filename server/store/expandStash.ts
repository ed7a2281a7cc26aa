/** Expands references in the remembered values of a record (`$stash`), as in the record itself. */
import type { DataRecord } from '#engine';
import { type Expanding, type ExpandSteps, type Expansion, expandSteps, runSteps } from './expandRecords.ts';

type Members = Record<string, unknown>;

/**
 * Fills the expansions into remembered values: `/Brand` beside `/BrandId`, lists of references as objects.
 */
export function expandStash(
  records: readonly DataRecord[],
  expansions: readonly Expansion[],
  { load, ...how }: Expanding,
): void {
  runSteps(expandStashSteps(records, expansions, how), load);
}

/** The same as steps, for stores that answer asynchronously. */
export function* expandStashSteps(
  records: readonly DataRecord[],
  expansions: readonly Expansion[],
  how: Omit<Expanding, 'load'>,
): ExpandSteps {
  const remembered = records.flatMap(({ $stash }) => (isObject($stash) ? entriesOf($stash) : []));
  if (remembered.length === 0) return;
  yield* expandSteps(
    remembered.map(({ record }) => record),
    expansions,
    how,
  );
  for (const { stash, parent, holder } of remembered)
    for (const [name, value] of Object.entries(holder)) stash[`${parent}/${name}`] = value;
}

type Remembered = {
  readonly stash: Members;
  /** JSON pointer of the value's parent. */
  readonly parent: string;
  /** A record that holds only the remembered value, and the object that contains it. */
  readonly record: DataRecord;
  readonly holder: Members;
};

function entriesOf(stash: Members): readonly Remembered[] {
  return Object.entries(stash).map(([pointer, value]) => {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    const holder: Members = { [pointer.slice(parent.length + 1)]: withBareIds(value) };
    const names = parent.split('/').filter((name) => name !== '' && !/^\d+$/.test(name));
    const record = names.reduceRight<Members>((inner, name) => ({ [name]: inner }), holder);
    return { stash, parent, record, holder };
  });
}

/** Drops names stored beside an id: they may be stale. */
function withBareIds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry) => (isObject(entry) && typeof entry.Id === 'string' ? entry.Id : entry));
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
