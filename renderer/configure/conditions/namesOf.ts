/** Names that a text can be completed with, besides the operands that conditions compare. */
import { type EntityModel, type FieldModel, kinds, type Model } from '#engine';
import type { Say } from '../../data/messages.tsx';
import type { RuleName } from '../../widgets/rule/ruleTypes.ts';

/** What an expression is about: a record, each row of a list of it, or records offered to it. */
export type About = {
  readonly entity: string;
  /** The list whose rows the expression is about. */
  readonly rows?: string | undefined;
  /** The entity of the records that the expression chooses from. */
  readonly of?: string | undefined;
};

/** Rows and their fields, the record around them, its earlier values, the person, the day. */
export function namesOf(model: Model, { entity, rows, of }: About, say: Say): readonly RuleName[] {
  const found = model.entities.get(entity);
  if (!found) return [];
  const isInside = rows !== undefined || of !== undefined;
  return [
    ...(isInside ? named('$record', found, say) : listsOf(found, say)),
    ...(isInside ? [] : named('$previous', found, say)),
    ...person.map((name) => ({ Label: `$user.${name}`, Name: say('configure.names.user') })),
    { Label: '$today', Name: say('configure.names.today') },
    { Label: '$now', Name: say('configure.names.now') },
  ];
}

const person = ['Id', 'UserName', 'DisplayName', 'Roles', 'Features'] as const;

const named = (start: string, { fields }: EntityModel, say: Say): readonly RuleName[] => {
  const around = say(start === '$previous' ? 'configure.names.previous' : 'configure.names.record');
  return fields.map(({ name, label }) => ({ Label: `${start}.${name}`, Name: `${around} › ${say(label)}` }));
};

function listsOf({ fields }: EntityModel, say: Say): readonly RuleName[] {
  return fields
    .filter(({ kind, fields: inner }) => kinds[kind].expression === 'rows' && inner !== undefined)
    .flatMap((list: FieldModel) => [
      { Label: list.name, Name: say(list.label) },
      ...(list.fields ?? []).map(({ name, label }) => ({
        Label: `${list.name}.${name}`,
        Name: `${say(list.label)} › ${say(label)}`,
      })),
    ]);
}
