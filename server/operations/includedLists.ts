import type { DataRecord, IncludeModel } from '#engine';
import { isAllowed } from './authorize.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { findRecords } from './findRecords.ts';
import type { OperationCall } from './OperationCall.ts';

/** The lists included in the answer of one record, by name, without those the person may not see. */
export async function includedLists(
  call: OperationCall,
  includes: readonly IncludeModel[],
  answer: DataRecord,
): Promise<DataRecord> {
  const lists: Record<string, unknown> = {};
  for (const include of includes) {
    const plan = call.runtime.planOf(include.entity);
    if (!isAllowed(plan.entity.policy.view, call.features)) continue;
    const { name, entity, by, sort, without, where, first, within } = include;
    const filter = allOf([
      equals(by, String(answer.Id)),
      ...without.map((path) => equals(path, null)),
      ...Object.entries(where).map(([path, value]) => equals(path, value)),
    ]);
    const page = first === undefined ? {} : { page: { number: 1, size: 1 } };
    const { items } = await findRecords(call, plan, { entity, filter, sort, ...page });
    const value = first === undefined ? only(include, plan, items) : (items[0]?.[first] ?? null);
    if (within === undefined) lists[name] = value;
    else lists[within] = { ...((lists[within] ?? answer[within]) as object), [name]: value };
  }
  return lists;
}

function only(
  { fields }: IncludeModel,
  { entity }: EntityPlan,
  items: readonly DataRecord[],
): readonly DataRecord[] {
  if (!fields) return items;
  const expanded = fields.flatMap((name) => entity.fieldByPath.get(name)?.expand?.as ?? []);
  const names = ['Id', ...fields, ...expanded];
  return items.map((item) =>
    Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : []))),
  );
}
