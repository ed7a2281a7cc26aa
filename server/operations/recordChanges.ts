/**
 * The feed of changes: numbered in the transaction that makes them. Every store lets one transaction write at a
 * time, across all processes, until it has committed. So numbers become visible in their order, without gaps.
 */
import type { DataRecord } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { Change } from '../work/events.ts';
import type { OperationCall, Runtime } from './OperationCall.ts';

export const changeEntity = 'record-change';

type By = {
  readonly runtime: Pick<Runtime, 'model' | 'ports'>;
  readonly user: Pick<OperationCall['user'], 'UserName'>;
  readonly key?: OperationCall['key'];
};

/** Writes the changes of a transaction at its end. */
export async function recordChanges(
  { runtime: { model, ports }, user, key }: By,
  session: StoreSession,
  changes: readonly Change[],
): Promise<void> {
  if (!model.entities.has(changeEntity)) return;
  const told = [...joined(changes).values()].filter(({ entity, user }) => !user && isViewable(model, entity));
  if (told.length === 0) return;
  const now = ports.now().toISOString();
  const last = await lastNumber(session);
  const records = told.map(
    ({ entity, id, operation }, index): DataRecord => ({
      ...{ Id: ports.newId(), Revision: 1, Number: last + 1 + index },
      ...{ CreatedDate: now, CreatedBy: user.UserName, ModifiedDate: now, ModifiedBy: user.UserName },
      ...{ Entity: entity, RecordId: id, Operation: operation },
      ...{ ChangedBy: user.UserName, ChangedWith: key?.prefix ?? null },
    }),
  );
  const count = await session.insertMany(changeEntity, records);
  if (count < records.length) throw new Error('Two transactions took the same number of a change.');
}

/** The number of the last committed change; 0: there is none. */
export async function lastNumber(session: Pick<StoreSession, 'find'>): Promise<number> {
  const sort = [{ path: 'Number', direction: 'desc' }] as const;
  const { items } = await session.find({ entity: changeEntity, sort, page: { number: 1, size: 1 } });
  return Number(items[0]?.Number ?? 0);
}

/** What nobody may view, nobody is told of. */
const isViewable = ({ entities }: Runtime['model'], entity: string): boolean => {
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
