/** Loads the records about a person (`x-user`), which expressions read as `$user.<as>`. */
import type { DataRecord, UserContext } from '#engine';
import { equals } from '../operations/filters.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { serverMoment } from '../operations/serverMoment.ts';
import { WorkBudget } from '../work/WorkBudget.ts';

/** The person's records by their name in expressions; undefined if one of them denies access. */
export async function ownRecords(
  runtime: Runtime,
  user: UserContext,
): Promise<Readonly<Record<string, DataRecord>> | undefined> {
  const own: Record<string, DataRecord> = {};
  for (const { id, ofUser } of runtime.model.entities.values()) {
    if (!ofUser) continue;
    const { items } = await runtime.store.find({
      ...{ entity: id, filter: equals(ofUser.by, user.UserName), page: { number: 1, size: 1 } },
    });
    if (!items[0]) continue;
    const scope = { call: callOf(runtime, user), session: runtime.store };
    const record = await loadRecord(scope, runtime.planOf(id), String(items[0].Id));
    if (ofUser.active !== undefined && record[ofUser.active] === false) return undefined;
    own[ofUser.as] = Object.fromEntries(ofUser.fields.map((name) => [name, record[name] ?? null]));
  }
  return own;
}

/** A call without a real user, in which derived values are computed. */
function callOf(runtime: Runtime, user: UserContext): OperationCall {
  return {
    ...{ runtime, user, features: new Set(), locale: 'en-CA' as const, confirmed: [] },
    ...{ ...serverMoment(runtime), budget: new WorkBudget() },
  };
}
