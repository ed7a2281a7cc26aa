// Custom code: a record determines which entity is read, which a route cannot declare.
import type { DataRecord } from '#engine';
import {
  answers,
  authorize,
  defineAction,
  equals,
  findRecords,
  loadRecord,
  refusals,
} from '#server/extension';

/** The values a data link offers for a product: the records it names, converted to the link's type. */
export const dataLinkValues = defineAction({
  body: 'none',
  answer: answers.pageOfItems({ type: 'object' }),
  run: async (call, { plan, params }) => {
    const link = await loadRecord({ call, session: call.runtime.store }, plan, String(params.id));
    const entity = String(link.TargetEntity);
    if (!call.runtime.model.entities.has(entity))
      throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id: link.Id } });
    const target = call.runtime.planOf(entity);
    authorize(target.entity.policy.view, call.features);
    const label = String(link.LabelField ?? 'Name');
    const { items } = await findRecords(call, target, {
      entity,
      ...(link.ProductField ? { filter: equals(String(link.ProductField), params.productId) } : {}),
      sort: [{ path: label, direction: 'asc' }],
    });
    const member = members[Number(link.ParameterValueTypeId)] ?? 'StringValue';
    const Items = items
      .map((item): DataRecord => ({ Name: item[label], [member]: item[String(link.ValueField)] }))
      .filter((value) => (value[member] ?? '') !== '');
    return { Items, TotalItems: Items.length };
  },
});

/** The member that holds a value of each type. */
const members: Readonly<Record<number, string>> = {
  1: 'StringValue',
  2: 'IntValue',
  3: 'DecimalValue',
  4: 'BoolValue',
  5: 'DateTimeValue',
  6: 'GuidValue',
};
