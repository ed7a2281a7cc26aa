/** Members of a body that are not even of the type of their field: the rules would not know what to do with them. */
import type { DataRecord, EntityModel, Model } from '../types/modelTypes.ts';
import { valueIssues } from './fieldIssues.ts';
import { planOf } from './planOf.ts';
import { patternOf, valueAt } from './pointers.ts';
import type { Issue, Validators } from './types.ts';

type Source = { readonly validators: Validators; readonly model: Pick<Model, 'lookups'> };

/**
 * What is too long, say, is for the rules to tell, which then tell everything at once; so is a plain value of the wrong
 * type where a rule has a sentence of its own for it (`insteadOf: ["type"]`).
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
