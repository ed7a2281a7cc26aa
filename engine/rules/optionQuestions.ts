import type { FilterTree } from '../expression/types.ts';
import type { DataRecord, EntityModel } from '../model/types.ts';
import { boundFilter, refusedOption } from './optionIssue.ts';
import { fieldPointer, readField } from './places.ts';
import { planOf } from './planOf.ts';
import { settledOf } from './settle.ts';
import type { Issue, RuleContext } from './types.ts';

/** A choice to look up in the store: unless a record of `entity` passes the filter, `issue` holds. */
export type OptionQuestion = { readonly entity: string; readonly filter: FilterTree; readonly issue: Issue };

/** What only the store can say about a record: whether each chosen reference is among the choices offered. */
export function optionQuestions(
  entity: EntityModel,
  record: DataRecord,
  context: RuleContext,
): readonly OptionQuestion[] {
  const plan = planOf(entity);
  const asking = [...plan.byPattern.values()].filter(
    ({ options }) => options?.onInvalid === 'error' && options.where,
  );
  if (asking.length === 0) return [];
  const { places } = settledOf(plan, record, context);
  return asking.flatMap((target) =>
    places.of(target.list).flatMap((place) => {
      const rule = target.options;
      const id = readField(place.root, target);
      const filter = rule && boundFilter(rule, place.scope);
      if (!rule || !filter || id === undefined) return [];
      const byId: FilterTree = { kind: 'compare', path: 'Id', operator: 'eq', value: id };
      const issue = refusedOption(rule, fieldPointer(place, target));
      return [{ entity: rule.from, filter: { kind: 'and', of: [byId, filter] }, issue } as const];
    }),
  );
}
