import type { DataRecord, IncludeModel } from '#engine';
import { isAllowed } from './authorize.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { findRecords } from './findRecords.ts';
import type { OperationCall } from './OperationCall.ts';

/** Adds lists to the answer of the record. */
type WithLists = (answer: DataRecord) => DataRecord;

/** The lists included in the answer of one record, by name, without those the person may not see. */
export async function includedLists(
  call: OperationCall,
  includes: readonly IncludeModel[],
  id: string,
): Promise<WithLists> {
  const shown = includes.filter(({ entity }) =>
    isAllowed(call.runtime.planOf(entity).entity.policy.view, call.features),
  );
  // Requested together, so that a store may read them together.
  const values = await Promise.all(shown.map((include) => listedValue(call, include, id)));
  return (answer) => {
    const lists: Record<string, unknown> = {};
    for (const [at, { name, within }] of shown.entries()) {
      if (within === undefined) lists[name] = values[at];
      else lists[within] = { ...((lists[within] ?? answer[within]) as object), [name]: values[at] };
    }
    return lists;
  };
}

async function listedValue(call: OperationCall, include: IncludeModel, id: string): Promise<unknown> {
  const { entity, by, sort, without, where, first } = include;
  const plan = call.runtime.planOf(entity);
  const filter = allOf([
    equals(by, id),
    ...without.map((path) => equals(path, null)),
    ...Object.entries(where).map(([path, value]) => equals(path, value)),
  ]);
  const page = first === undefined ? {} : { page: { number: 1, size: 1 } };
  const { items } = await findRecords(call, plan, {
    entity,
    filter,
    sort,
    ...page,
    total: false,
    isFew: true,
  });
  return first === undefined ? only(include, plan, items) : (items[0]?.[first] ?? null);
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
