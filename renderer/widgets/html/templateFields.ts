/** Fields that the template of an entity can show, for a picker. */
import {
  type Collection,
  collectionsOf,
  type EntityModel,
  type FieldModel,
  kinds,
  type Model,
  namesRecord,
  refersToMany,
} from '#engine';
import type { Say } from '../../data/messages.tsx';

export type TemplateField = {
  readonly id: string;
  readonly label: string;
  /** The list whose items have this field, as templates name it; absent for the record itself. */
  readonly list?: string;
  /** The expression between the braces, within its list. */
  readonly expression: string;
  /** A whole list, to repeat content for. */
  readonly isList?: boolean;
  readonly note?: string;
};

/** Whether the person may see a field of an entity. */
export type Sees = (entity: EntityModel, field: FieldModel) => boolean;

type Options = { readonly model: Model; readonly entity: EntityModel; readonly say: Say };

/** The fields of the record, then each list with the fields of its items. */
export function templateFields({ model, entity, say }: Options): readonly TemplateField[] {
  const own = fieldsOf(entity.fields, say);
  const lists = collectionsOf(model, entity).flatMap((collection) => fieldsOfList(collection, say));
  return [...own, ...lists];
}

/** The fields that the person may see, and those of the records that it refers to: what emails can show. */
export function mailFields({ model, entity, say }: Options, sees: Sees): readonly TemplateField[] {
  const seen = entity.fields.filter((field) => sees(entity, field));
  const through = seen.flatMap((field) => {
    const target = model.entities.get(field.ref?.entity ?? '');
    const { expand } = field;
    if (!target || !expand || field.ref?.owner || refersToMany(field)) return [];
    const shown = target.fields.filter(
      (inner) => expand.fields.includes(inner.name) && isShown(inner) && sees(target, inner),
    );
    return fieldsOf(shown, say, `${expand.as}.`).map((inner) => ({
      ...inner,
      id: `${field.name}.${inner.id}`,
      label: `${say(field.label)} › ${inner.label}`,
    }));
  });
  const byUse = [...seen.filter((field) => !field.readOnly), ...seen.filter((field) => field.readOnly)];
  return [...fieldsOf(byUse, say), ...through];
}

function fieldsOfList({ name, entity }: Collection, say: Say): readonly TemplateField[] {
  const label = say(entity.plural);
  const whole = {
    id: name,
    label,
    list: name,
    expression: entity.labelField,
    isList: true,
    note: say('ui.html.whole-list'),
  };
  const inside = fieldsOf(entity.fields, say).map((field) => ({
    ...field,
    id: `${name}.${field.id}`,
    list: name,
    note: say('ui.html.group.list', { label }),
  }));
  return [whole, ...inside];
}

/** What a reader is told of a record, and what is ticked in it. */
const isShown = ({ kind }: FieldModel): boolean =>
  kinds[kind].isTold === true || kinds[kind].operand !== undefined || refersToMany({ kind });

function fieldsOf(fields: readonly FieldModel[], say: Say, from = ''): readonly TemplateField[] {
  return fields
    .filter((field) => isShown(field) && !field.ref?.owner)
    .map((field) => ({ id: field.name, label: say(field.label), expression: expressionOf(field, from) }));
}

/** References are shown by name, amounts as money. */
function expressionOf({ name, kind, expand }: FieldModel, from: string): string {
  const { placeholder: written } = kinds[kind];
  const path = from + name;
  if (written) return written(path);
  if (refersToMany({ kind })) return `${path}.Name`;
  const inner = ['DisplayName', 'Name'].find((one) => expand?.fields.includes(one));
  return expand && inner && (kind === 'choice' || namesRecord({ kind }))
    ? `${from}${expand.as}.${inner}`
    : path;
}

/** The text to insert; outside its list, a field is wrapped in a loop over the list. */
export function insertionOf(field: TemplateField, openLists: readonly string[]): string {
  const { list, expression, isList } = field;
  if (list === undefined) return placeholder(openLists.length > 0 ? fromRecord(expression) : expression);
  if (!isList && openLists.at(-1) === list) return placeholder(expression);
  return `{{#each ${openLists.length > 0 ? `$record.${list}` : list}}}${placeholder(expression)}{{/each}}`;
}

function placeholder(expression: string): string {
  return `{{ ${expression} }}`;
}

function fromRecord(expression: string): string {
  return expression.startsWith('$') ? expression.replace('(', '($record.') : `$record.${expression}`;
}
