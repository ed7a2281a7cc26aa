/** Finds members of a body with the wrong type, which rules could not handle. */
import type { DataRecord, EntityModel, Model } from '../types/modelTypes.ts';
import { valueIssues } from './fieldIssues.ts';
import { planOf } from './planOf.ts';
import { patternOf, valueAt } from './pointers.ts';
import type { Issue, Validators } from './types.ts';

type Source = { readonly validators: Validators; readonly model: Pick<Model, 'lookups'> };

/**
 * Other errors, such as excess length, are left to the rules, which report everything at once; so are plain
 * values of the wrong type if a rule has its own message for them (`insteadOf: ["type"]`).
 */
export function wrongTypes(
  entity: EntityModel,
  record: DataRecord,
  { validators, model }: Source,
): readonly Issue[] {
  const { fields, byPattern } = planOf(entity);
  const isToldByRule = (path: string): boolean =>
    byPattern.get(patternOf(path))?.sentence?.keywords.includes('type') === true &&
    typeof valueAt(record, path) !== 'object';
  return fields
    .filter(({ field }) => field.stored && !field.readOnly)
    .flatMap((plan) => {
      const { name } = plan.field;
      const context = { model };
      return valueIssues({ validators, context, plan, value: record[name], pointer: `/${name}` });
    })
    .filter(({ rule, path }) => rule === 'validation.type' && !isToldByRule(path));
}
