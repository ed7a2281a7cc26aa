/** Members of a body that are not even of the type of their field: the rules would not know what to do with them. */
import type { DataRecord, EntityModel, Model } from '../types/modelTypes.ts';
import { valueIssues } from './fieldIssues.ts';
import { planOf } from './planOf.ts';
import type { Issue, Validators } from './types.ts';

type Source = { readonly validators: Validators; readonly model: Pick<Model, 'lookups'> };

/** What is too long, say, is for the rules to tell, which then tell everything at once. */
export function wrongTypes(
  entity: EntityModel,
  record: DataRecord,
  { validators, model }: Source,
): readonly Issue[] {
  return planOf(entity)
    .fields.filter(({ field }) => field.stored && !field.readOnly)
    .flatMap((plan) => {
      const { name } = plan.field;
      const context = { model };
      return valueIssues({ validators, context, plan, value: record[name], pointer: `/${name}` });
    })
    .filter(({ rule }) => rule === 'validation.type');
}
