import type { DataRecord } from '#engine';
import { type Refusal, refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import type { WriteScope } from './OperationCall.ts';
import { peopleNames } from './peopleNames.ts';

/**
 * The optimistic-lock conflict of a change based on an older revision: the current record and, for entities
 * with a history, who last changed each field and when.
 */
export async function staleConflict(
  scope: WriteScope,
  plan: EntityPlan,
  current: DataRecord,
): Promise<Refusal> {
  const by = String(current.ModifiedBy ?? '');
  const names = await peopleNames(scope.call, scope.session, [by]);
  return refusals.staleRevision({
    params: { by: names.get(by) ?? by },
    extra: { Current: current, Changes: await lastChanges(scope, plan, current) },
  });
}

/** More changes than anyone makes while a form is open. */
const recent = 200;

/** The last change of each field in the answer. */
async function lastChanges(
  { call, session }: WriteScope,
  { entity }: EntityPlan,
  current: DataRecord,
): Promise<readonly DataRecord[]> {
  if (!entity.history || !call.runtime.model.entities.has('history')) return [];
  const { items } = await session.find({
    entity: 'history',
    filter: allOf([equals('Entity', entity.id), equals('RecordId', current.Id)]),
    sort: [{ path: 'ChangedAt', direction: 'desc' }],
    page: { number: 1, size: recent },
  });
  const byField = new Map<string, DataRecord>();
  for (const { Field, ChangedBy, ChangedAt } of items) {
    const name = String(Field).split('.')[0] ?? '';
    if (!byField.has(name) && Object.hasOwn(current, name))
      byField.set(name, { Field: name, ChangedBy, ChangedAt });
  }
  return [...byField.values()];
}
