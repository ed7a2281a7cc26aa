/** Reads the feed of changes as one caller may see it. */
import type { DataRecord, FilterTree } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { isAllowed } from './authorize.ts';
import { allOf, among } from './filters.ts';
import type { Runtime } from './OperationCall.ts';
import { changeEntity, lastNumber } from './recordChanges.ts';
import { type Person, seesEvery } from './rowLimits.ts';

type ToldChange = {
  readonly Cursor: string;
  readonly Entity: string;
  /** Null: a record was removed, and the caller sees only some records of this kind. */
  readonly Id: string | null;
  readonly Operation: string;
  /** As it is now; null where the record is gone. */
  readonly Revision: number | null;
  readonly At: string;
  readonly By: string | null;
};

type ChangePage = { readonly Items: readonly ToldChange[]; readonly Next: string };

type Asked = {
  /** Absent: from the oldest that is kept. */
  readonly after: number | undefined;
  readonly entities?: ReadonlySet<string>;
  readonly limit: number;
};

/** Rows read for one answer, however few of them the caller may see. */
const mostRead = 5000;
/** Rows read at once, however few are asked for: most of them may be closed to the caller. */
const fewestRead = 100;

/** The runtime is the caller's: its store applies row access. */
export async function readChanges(
  runtime: Runtime,
  caller: Person,
  { after, entities, limit }: Asked,
): Promise<ChangePage> {
  const { store } = runtime;
  // Read first: what is committed later has a higher number, and waits for the next call.
  const last = await lastNumber(store);
  const from = await startOf(store, after, last);
  const seen = [...runtime.model.entities.values()]
    .filter(({ id, policy }) => isAllowed(policy.view, caller.features) && (!entities || entities.has(id)))
    .map(({ id }) => id);
  const items: ToldChange[] = [];
  let [at, read] = [from, 0];
  while (at < last && items.length < limit && read < mostRead) {
    const page = { number: 1, size: Math.max(limit, fewestRead) };
    const filter = allOf([above(at), upTo(last), among('Entity', seen)]);
    const rows = (await store.find({ entity: changeEntity, filter, sort, page })).items;
    const told = await toldOf(runtime, caller, rows);
    read += rows.length;
    const room = limit - items.length;
    items.push(...told.slice(0, room));
    const isCut = told.length > room;
    at = isCut ? (numberOf(told[room - 1]?.Cursor ?? '') ?? at) : Number(rows.at(-1)?.Number ?? last);
    if (rows.length < page.size && !isCut) at = last;
  }
  return { Items: items, Next: cursorOf(at) };
}

/** The number before the first change to answer; 410 if changes after the cursor are no longer kept. */
async function startOf(store: Runtime['store'], after: number | undefined, last: number): Promise<number> {
  const first = await store.find({ entity: changeEntity, sort, page: { number: 1, size: 1 } });
  const oldest = Number(first.items[0]?.Number ?? 1);
  if (after === undefined) return oldest - 1;
  if (after < oldest - 1 || after > last) throw refusals.cursorGone();
  return after;
}

async function toldOf(
  runtime: Runtime,
  caller: Person,
  rows: readonly DataRecord[],
): Promise<readonly ToldChange[]> {
  const revisions = new Map<string, number>();
  for (const entity of new Set(rows.map(({ Entity }) => String(Entity)))) {
    const ids = rows.filter(({ Entity }) => Entity === entity).map(({ RecordId }) => String(RecordId));
    for (const { Id, Revision } of await runtime.store.getMany(entity, [...new Set(ids)]))
      revisions.set(`${entity} ${Id}`, Number(Revision));
  }
  return rows.flatMap((row) => {
    const entity = String(row.Entity);
    const revision = revisions.get(`${entity} ${row.RecordId}`);
    const isRemoved = row.Operation === 'remove';
    const isHidden = isRemoved && !seesEvery(runtime.model, entity, caller);
    // Removed since, or out of sight: its removal is told by an entry of its own.
    if (revision === undefined && !isRemoved) return [];
    return [
      {
        ...{ Cursor: cursorOf(Number(row.Number)), Entity: entity },
        Id: isHidden ? null : String(row.RecordId),
        ...{ Operation: String(row.Operation), Revision: isRemoved ? null : (revision ?? null) },
        ...{ At: String(row.CreatedDate), By: row.ChangedBy && !isHidden ? String(row.ChangedBy) : null },
      },
    ];
  });
}

const sort = [{ path: 'Number', direction: 'asc' }] as const;
const above = (value: number): FilterTree => ({ kind: 'compare', path: 'Number', operator: 'gt', value });
const upTo = (value: number): FilterTree => ({ kind: 'compare', path: 'Number', operator: 'le', value });

/** Opaque to clients: only what an answer gave is accepted again. */
export const cursorOf = (number: number): string => `c${number.toString(36).padStart(9, '0')}`;

export function numberOf(cursor: string): number | undefined {
  return /^c[0-9a-z]{9}$/.test(cursor) ? Number.parseInt(cursor.slice(1), 36) : undefined;
}
