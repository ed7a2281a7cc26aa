/** Fields of an entity as operands of rules. */
import { type FieldModel, kinds, type Model, namesRecord } from '#engine';
import type { Say } from '../../data/messages.tsx';
import type { RuleOperand } from '../../widgets/rule/ruleTypes.ts';
import type { About } from './namesOf.ts';

/** Plain fields by name, and fields of expanded references. */
export function operandsOf(
  model: Model,
  entity: string,
  say: Say,
  { rows, of }: Omit<About, 'entity'> = {},
): readonly RuleOperand[] {
  const found = model.entities.get(of ?? entity);
  const fields = (rows === undefined ? found?.fields : found?.fieldByPath.get(rows)?.fields) ?? [];
  const own = fields
    .filter(({ name }) => !bookkeeping.has(name))
    .flatMap((field) => [...plain(model, field, say), ...expanded(model, field, say)]);
  return found ? [...own, rolesOf(model, say)] : own;
}

/** The roles of the person, of which one is asked for. */
function rolesOf(model: Model, say: Say): RuleOperand {
  const Values = [...model.roles.keys()].map((id) => ({ Value: id, Name: say(`role.${id}`) }));
  return { SourceName: '$user.Roles', Name: say('configure.names.roles'), Type: 'text', Values };
}

/** Technical numbers that mean nothing in a rule. */
const bookkeeping = new Set(['Revision', 'Release']);

function plain(model: Model, field: FieldModel, say: Say): readonly RuleOperand[] {
  const type = kinds[field.kind].operand;
  if (!type || field.ref) return [];
  const values = valuesOf(model, field, say);
  const Type = typeof values[0]?.Value === 'number' ? 'number' : type;
  return [{ SourceName: field.name, Name: say(field.label), Type, Values: values }];
}

function valuesOf(model: Model, { lookup }: FieldModel, say: Say): RuleOperand['Values'] {
  const items = (lookup && model.lookups.get(lookup)?.items) || [];
  return items.map((item) => ({ Value: item.Id, Name: say(`lookup.${lookup}.${item.Name}`) }));
}

function expanded(model: Model, { kind, ref, expand, label }: FieldModel, say: Say): readonly RuleOperand[] {
  const target = model.entities.get(ref?.entity ?? '');
  if (!namesRecord({ kind }) || !expand || !target) return [];
  return expand.fields.flatMap((name) => {
    const member = target.fields.find((field) => field.name === name);
    const type = member && kinds[member.kind].operand;
    if (!member || !type || member.ref) return [];
    const Name = `${say(label)} › ${say(member.label)}`;
    return [{ SourceName: `${expand.as}.${name}`, Name, Type: type, Values: valuesOf(model, member, say) }];
  });
}
