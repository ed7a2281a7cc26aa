/**
 * The feed of changes: numbered in the transaction that makes them. Every store lets one transaction write at a
 * time, across all processes, until it has committed. So numbers become visible in their order, without gaps.
 */
import type { DataRecord, Model } from '#engine';
import type { Ports } from '../ports/ports.ts';
import type { StoreSession } from '../store/types.ts';
import type { Change } from '../work/events.ts';

export const changeEntity = 'record-change';

type By = {
  readonly runtime: { readonly model: Model; readonly ports: Pick<Ports, 'now' | 'newId'> };
  readonly user: { readonly UserName: string };
  readonly key?: { readonly prefix: string };
  readonly through?: string;
};

/** What made a change besides its person, as the history names it: the key, the interface. */
export function changedWith({ key, through }: Pick<By, 'key' | 'through'>): string | undefined {
  const names = [key?.prefix, through].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** Writes the changes of a transaction at its end; call what it returns after the commit. */
export async function recordChanges(
  { runtime: { model, ports }, user, ...by }: By,
  session: StoreSession,
  changes: readonly Change[],
): Promise<() => void> {
  const nothing = (): void => undefined;
  if (!model.entities.has(changeEntity)) return nothing;
  const told = [...joined(changes).values()].filter(({ entity, user }) => !user && isViewable(model, entity));
  if (told.length === 0) return nothing;
  const now = ports.now();
  const moment = now.toISOString();
  const records = told.map(
    ({ entity, id, operation }): DataRecord => ({
      ...{ Id: ports.newId(), Revision: 1 },
      ...{ CreatedDate: moment, CreatedBy: user.UserName, ModifiedDate: moment, ModifiedBy: user.UserName },
      ...{ Entity: entity, RecordId: id, Operation: operation },
      ...{ ChangedBy: user.UserName, ChangedWith: changedWith(by) ?? null },
    }),
  );
  const last = await insertNumbered(session, records, knownLast(ports, now.getTime()));
  return () => {
    known.set(ports, { last, at: now.getTime() });
  };
}

/**
 * The last number that this process has committed. Numbers have no gaps, so if another process has gone on since,
 * the next number is taken, which the insert notices. That saves reading the last number in each transaction.
 */
const known = new WeakMap<object, { readonly last: number; readonly at: number }>();

/** Far less than changes are kept: a number must not seem free because its change was removed. */
const trustedFor = 24 * 3_600_000;

function knownLast(ports: By['runtime']['ports'], now: number): number | undefined {
  const found = known.get(ports);
  return found && now >= found.at && now - found.at < trustedFor ? found.last : undefined;
}

/** Inserts the records with the next numbers; returns the last one. */
async function insertNumbered(
  session: StoreSession,
  records: readonly DataRecord[],
  after: number | undefined,
): Promise<number> {
  const from = after ?? (await lastNumber(session));
  const numbered = records.map((record, index) => ({ ...record, Number: from + 1 + index }));
  const count = await session.insertMany(changeEntity, numbered);
  if (count === records.length) return from + count;
  if (after === undefined) throw new Error('Two transactions took the same number of a change.');
  const ids = records.map(({ Id }) => String(Id));
  const written = new Set((await session.getMany(changeEntity, ids)).map(({ Id }) => Id));
  const left = records.filter(({ Id }) => !written.has(Id));
  return insertNumbered(session, left, undefined);
}

/** The number of the last committed change; 0: there is none. */
export async function lastNumber(session: Pick<StoreSession, 'find'>): Promise<number> {
  const sort = [{ path: 'Number', direction: 'desc' }] as const;
  const { items } = await session.find({ entity: changeEntity, sort, page: { number: 1, size: 1 } });
  return Number(items[0]?.Number ?? 0);
}

/** What nobody may view, nobody is told of. */
const isViewable = ({ entities }: Model, entity: string): boolean => {
  const view = entities.get(entity)?.policy.view;
  return view !== undefined && (view.kind !== 'feature' || view.anyOf.length > 0);
};

/** One change a record: what a reader finds afterwards. */
function joined(changes: readonly Change[]): ReadonlyMap<string, Change> {
  const found = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.entity} ${change.id}`;
    const earlier = found.get(key)?.operation;
    const isNew = earlier === 'create' && change.operation !== 'remove';
    found.set(key, isNew ? { ...change, operation: 'create' } : change);
  }
  return found;
}
