/** Validators of a trial model; those in force do not know its new fields and limits. */

import type { Validators } from '../rules/types.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import { checkedSchema } from '../validation/checkedSchema.ts';
import { interpretSchema } from '../validation/interpretSchema.ts';
import { wrongPattern } from './checkLimits.ts';

type Checks = Validators[string];

/** `live` checks what cannot be interpreted by keyword: free JSON, which drafts do not change. */
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

/** An invalid or slow pattern is reported to its author and never run. */
function schemaOf(field: FieldModel): Readonly<Record<string, unknown>> | undefined {
  const { pattern, ...others } = checkedSchema(field) ?? {};
  if (typeof pattern !== 'string') return checkedSchema(field);
  return wrongPattern(pattern) ? others : { ...others, pattern };
}
