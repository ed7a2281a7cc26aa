/** All rules of an entity as one list. */
import type { Compiled, EntityModel } from '#engine';

export type RuleRow = {
  readonly id: string;
  readonly slot: 'relevant' | 'required' | 'editable' | 'value' | 'check' | 'options' | 'effect' | 'mirror';
  readonly fields: readonly string[];
  readonly expression?: Compiled;
  readonly when?: Compiled;
  readonly message?: string;
  readonly level?: 'error' | 'warning' | 'confirm';
  /** The overlay change that adds the rule, if any. */
  readonly overlay?: string;
};

/** Lists the rules slot by slot, checks first. */
export function rulesOf({ rules }: EntityModel): readonly RuleRow[] {
  return [
    ...rules.checks.map((rule): RuleRow => ({ ...rule, slot: 'check', fields: rule.at })),
    ...rules.state.map((rule): RuleRow => rule),
    ...rules.values.map((rule): RuleRow => ({ ...rule, slot: 'value', fields: [rule.field] })),
    ...rules.options.map(
      ({ id, field, overlay }): RuleRow => ({ id, overlay, slot: 'options', fields: [field] }),
    ),
    ...rules.effects.map(
      ({ id, onUserChange, when }): RuleRow => ({
        id,
        slot: 'effect',
        fields: [onUserChange],
        when,
      }),
    ),
    ...rules.mirrors.map(({ id, field }): RuleRow => ({ id, slot: 'mirror', fields: [field] })),
  ];
}
