/** The values that a reference of a new record may take: its options, minus those a unique rule excludes. */
import { type DataRecord, type FilterTree, formatMessage } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, among, equals } from './filters.ts';
import { type OperationCall, ruleContext } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { refuseUnknownOwner } from './refuseUnknownOwner.ts';
import { idsIn } from './storedFields.ts';

type Offer = {
  readonly filter: FilterTree | undefined;
  /** Why nothing is on offer, in the caller's language; undefined where the rule does not say. */
  readonly none: string | undefined;
};

/** `within`: the known fields of the new record, such as its owner. 404 when that owner does not exist. */
export async function offerOf(
  call: OperationCall,
  { entity, field }: { readonly entity: string; readonly field: string },
  within: DataRecord,
): Promise<Offer> {
  const { store: session, model, planOf } = call.runtime;
  const plan = planOf(entity);
  await refuseUnknownOwner({ call, session }, plan, within);
  const rule = plan.entity.rules.options.find((one) => one.field === field && !one.each);
  const context = ruleContext(call, {
    action: 'create',
    owner: await ownerOf(call, session, plan, within),
  });
  const scope = { root: within, vars: { ...context, record: within } };
  const said = rule?.none.find(({ when }) => !when || when.evaluate(scope) === true);
  return {
    filter: allOf([rule?.where?.bind(scope), await untaken(call, plan, { field, within })]),
    none: said && formatMessage(model, call.locale, said.message),
  };
}

/** Excludes values that another record of the same owner already has. */
async function untaken(
  { runtime: { store } }: OperationCall,
  { entity }: EntityPlan,
  { field, within }: { readonly field: string; readonly within: DataRecord },
): Promise<FilterTree | undefined> {
  const unique = entity.unique.find(
    (one) => one.fields.join() === field && one.within.every((name) => within[name] !== undefined),
  );
  if (!unique) return undefined;
  const filter = allOf(unique.within.map((name) => equals(name, within[name])));
  const { items } = await store.find({ entity: entity.id, filter, only: [field] });
  const taken = [...new Set(items.flatMap((item) => idsIn(item[field])))];
  return taken.length === 0 ? undefined : ({ kind: 'not', of: among('Id', taken) } as FilterTree);
}
