// Custom code: joins the values of a parameter with the groups that other parameters form of them.
import type { DataRecord } from '#engine';
import { answers, defineAction, equals, fillHeld, loadRecord } from '#server/extension';
import { rowsOf } from './baseValues.ts';

const parameterEntity = 'parameter';

/** The values of a parameter in order, each with its groups. */
export const valuesWithGroups = defineAction({
  body: 'none',
  answer: answers.pageOfItems({ type: 'object' }),
  run: async (call, { params }) => {
    const from = { call, session: call.runtime.store };
    const plan = call.runtime.planOf(parameterEntity);
    const parameter = await loadRecord(from, plan, String(params.id));
    const { items } = await from.session.find({
      entity: parameterEntity,
      filter: equals('GroupedParameterId', parameter.Id),
    });
    await fillHeld(from, plan, items);
    const groups = items.flatMap((grouping) => rowsOf(grouping).map((group) => ({ grouping, group })));
    const Items = rowsOf(parameter).map(
      (value): DataRecord => ({
        ...value,
        Groups: groups
          .filter(({ group }) => holds(group, value))
          .map(({ grouping, group }) => ({
            Id: group.Id,
            Name: group.Name,
            ParameterId: grouping.Id,
            ParameterName: grouping.Name,
          })),
      }),
    );
    return { Items, TotalItems: Items.length };
  },
});

function holds(group: DataRecord, value: DataRecord): boolean {
  return ((group.GroupedParameterValues ?? []) as readonly DataRecord[]).some(({ Id }) => Id === value.Id);
}
