/** The validators of a model that is only tried: those in force know neither its new fields nor its changed limits. */

import type { Validators } from '../rules/types.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import { checkedSchema } from '../validation/checkedSchema.ts';
import { interpretSchema } from '../validation/interpretSchema.ts';
import { wrongPattern } from './checkLimits.ts';

type Checks = Validators[string];

/** `live` checks what cannot be read keyword by keyword: free JSON, which no draft changes. */
export function trialValidators(model: Pick<Model, 'entities'>, live: Validators): Validators {
  return Object.fromEntries(
    [...model.entities].map(([id, entity]) => [id, checksOf(entity, live[id] ?? {})]),
  );
}

function checksOf({ fieldByPath }: EntityModel, live: Checks): Checks {
  const checks = [...fieldByPath].flatMap(([path, field]) => {
    const schema = schemaOf(field);
    const check = schema && (interpretSchema(schema) ?? live[path]);
    return check ? [[path, check] as const] : [];
  });
  return Object.fromEntries(checks);
}

/** A pattern that is broken or slow is told to whoever types it, and tried on nothing. */
function schemaOf(field: FieldModel): Readonly<Record<string, unknown>> | undefined {
  const { pattern, ...others } = checkedSchema(field) ?? {};
  if (typeof pattern !== 'string') return checkedSchema(field);
  return wrongPattern(pattern) ? others : { ...others, pattern };
}
