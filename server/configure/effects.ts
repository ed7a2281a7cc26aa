/** What a publication does to the records that are stored, counted before it is done. */
import {
  type Count,
  classifyEffects,
  countsNeeded,
  type DataRecord,
  type Effect,
  type EntityModel,
  type FilterTree,
  type Model,
  textKey,
} from '#engine';
import { among, equals } from '../operations/filters.ts';
import { othersFirst } from '../othersFirst.ts';
import type { ScanPlace, Store } from '../store/types.ts';
import { sayOverlay } from './sayFinding.ts';

type Counting = Pick<Store, 'count' | 'scan'>;

/** The effects of one model following another. */
export async function effectsOf(store: Counting, live: Model, next: Model): Promise<readonly Effect[]> {
  const counts = countsNeeded(live, next);
  const counted: Record<string, number> = {};
  for (const count of counts) counted[count.key] = await answerCount(store, live, count);
  return classifyEffects(counts, counted, next);
}

async function answerCount(store: Counting, live: Model, count: Count): Promise<number> {
  const { entity, field, kind, values = [] } = count;
  const stored = live.entities.get(entity);
  if (kind === 'all') return store.count(entity);
  if (kind === 'doubles') return countDoubles(store, stored, count);
  const [root = field] = field.split('.');
  if (!stored?.fieldByPath.get(root)?.stored) return 0;
  if (kind === 'outside') return countOutside(store, count);
  if (kind === 'using') return store.count(entity, among(field, values));
  const missing = equals(field, null);
  return store.count(entity, kind === 'missing' ? missing : ({ kind: 'not', of: missing } as FilterTree));
}

/** Few enough to be read in some milliseconds. */
const atOnce = 2000;

/** Visits every record; other calls are answered meanwhile. */
async function walk(store: Counting, entity: string, visit: (record: DataRecord) => void): Promise<void> {
  for (let after: ScanPlace | undefined; ; ) {
    const { items, next } = await store.scan({ entity, after, size: atOnce });
    for (const record of items) visit(record);
    if (next === undefined) return;
    after = next;
    await othersFirst();
  }
}

async function countOutside(store: Counting, { entity, field, accepts }: Count): Promise<number> {
  let outside = 0;
  const [root = field] = field.split('.');
  await walk(store, entity, (record) => {
    if (accepts?.(record[root]) === false) outside++;
  });
  return outside;
}

/** Records that share their values with another one; empty values are no double. */
async function countDoubles(
  store: Counting,
  stored: EntityModel | undefined,
  { entity, unique }: Count,
): Promise<number> {
  const names = [...(unique?.fields ?? []), ...(unique?.within ?? [])];
  const known = names.filter((name) => stored?.fieldByPath.get(name)?.stored);
  // A new column has one value in every record: only what else is to differ can tell them apart.
  const isNew = (unique?.fields ?? []).some((name) => !known.includes(name));
  const times = new Map<string, number>();
  await walk(store, entity, (record) => {
    const key = keyOf(record, known);
    if (key !== undefined || isNew) times.set(key ?? '', (times.get(key ?? '') ?? 0) + 1);
  });
  return [...times.values()].reduce((sum, time) => (time > 1 ? sum + time : sum), 0);
}

/** Texts that differ in case only are the same to a unique field. */
function keyOf(record: DataRecord, names: readonly string[]): string | undefined {
  const values = names.map((name) => record[name]);
  if (values.some((value) => value === undefined || value === null)) return undefined;
  return JSON.stringify(values.map((value) => (typeof value === 'string' ? textKey(value) : value)));
}

/** One effect as the API answers it. */
export function sayEffect(
  saying: Parameters<typeof sayOverlay>[0],
  { verdict, count, change, code, params }: Effect,
) {
  return {
    Verdict: verdict,
    Count: count,
    Change: change ? { Kind: change.kind, Name: change.name } : null,
    Message: sayOverlay(saying, code, { ...params, count }),
  };
}
