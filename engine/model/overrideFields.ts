/** What rules remember beside the declared fields, kept with the record so that it survives a save and a reload. */
import type { EntityRules } from './ruleTypes.ts';
import type { FieldModel } from './types.ts';

/** `$stash` where a rule stashes irrelevant values, `$overrides` where a derived value may be overruled. */
export function overrideFields(entity: string, rules: EntityRules): readonly FieldModel[] {
  const stashes = rules.state.some((rule) => rule.slot === 'relevant' && rule.retain === 'stash');
  const overrides = rules.values.some((rule) => rule.override);
  return [
    ...(stashes ? [memoryField(entity, '$stash')] : []),
    ...(overrides ? [memoryField(entity, '$overrides')] : []),
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
