/** Fields for values remembered beside the declared ones, stored with the record. */

import type { FieldModel } from '../types/modelTypes.ts';
import type { EntityRules } from '../types/ruleTypes.ts';

/** `$stash` for irrelevant values, `$overrides` for overridden ones, `$localized` for translations. */
export function overrideFields(
  entity: string,
  rules: EntityRules,
  fields: readonly FieldModel[],
): readonly FieldModel[] {
  const stashes = rules.state.some((rule) => rule.slot === 'relevant' && rule.retain === 'stash');
  const overrides = rules.values.some((rule) => rule.override);
  return [
    ...(stashes ? [memoryField(entity, '$stash')] : []),
    ...(overrides ? [memoryField(entity, '$overrides')] : []),
    ...(fields.some(({ localized }) => localized) ? [memoryField(entity, '$localized')] : []),
  ];
}

function memoryField(entity: string, name: string): FieldModel {
  return {
    id: `${entity}.${name}`,
    name,
    path: name,
    entity,
    kind: 'json',
    storage: 'json',
    stored: true,
    required: false,
    readOnly: false,
    createOnly: false,
    limits: {},
    keepUnknown: false,
    schema: {},
    label: `field.system.${name}`,
  };
}
