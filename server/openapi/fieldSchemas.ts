/** JSON Schemas of records: as answers carry them, and as writes take them. */
import { type EntityModel, type FieldModel, formatMessage, type Model } from '#engine';

export type Schema = { readonly [keyword: string]: unknown };

const id: Schema = { type: 'string', format: 'uuid' };

/** The record as an answer: every field or only some, references expanded. */
export function answerSchema(model: Model, entity: EntityModel, only?: readonly string[]): Schema {
  const fields = entity.fields.filter((field) => !only || only.includes(field.name));
  return {
    ...objectOf(answerMembers(model, fields)),
    title: formatMessage(model, 'en-CA', entity.title),
  };
}

/** The record as a create or update takes it: what a client may set, and what it may send back. */
export function inputSchema(model: Model, entity: EntityModel, only?: readonly string[]): Schema {
  const settable = entity.fields.filter(
    (field) => !field.readOnly && field.stored && (!only || only.includes(field.name)),
  );
  const members = settable.map((field) => [field.name, inputValue(model, field)] as const);
  return {
    ...objectOf([
      ['Id', { ...id, description: 'Names the record of an update.' }],
      ['Revision', revision],
      ...members,
    ]),
    title: `${formatMessage(model, 'en-CA', entity.title)} to save`,
    // What only answers carry may be sent back and is ignored.
    additionalProperties: true,
  };
}

const revision: Schema = {
  type: 'integer',
  minimum: 1,
  description: 'The revision that was read. If the stored one differs, the update is refused with 409.',
};

type Member = readonly [name: string, schema: Schema];

function answerMembers(model: Model, fields: readonly FieldModel[]): readonly Member[] {
  return fields.flatMap((field): readonly Member[] => {
    const own: Member = [field.name, described(model, field, answerValue(model, field))];
    const hasObject = field.expand && field.kind !== 'references';
    return hasObject ? [own, [field.expand.as, nullable(expandedSchema(model, field))]] : [own];
  });
}

function answerValue(model: Model, field: FieldModel): Schema {
  if (field.kind === 'references') return { type: 'array', items: expandedSchema(model, field) };
  return nested(model, field, answerMembers) ?? nullable(leaf(field));
}

function inputValue(model: Model, field: FieldModel): Schema {
  if (field.kind === 'references') return { type: 'array', items: { anyOf: [id, objectOf([['Id', id]])] } };
  const inputMembers = (_: Model, fields: readonly FieldModel[]): readonly Member[] =>
    fields.filter((inner) => inner.stored).map((inner) => [inner.name, inputValue(model, inner)] as const);
  return described(model, field, nested(model, field, inputMembers) ?? nullable(leaf(field)));
}

function nested(
  model: Model,
  field: FieldModel,
  members: (model: Model, fields: readonly FieldModel[]) => readonly Member[],
): Schema | undefined {
  if (!field.fields) return undefined;
  const object = objectOf(members(model, field.fields));
  return field.kind === 'rows' ? { ...field.schema, type: 'array', items: object } : object;
}

function expandedSchema(model: Model, field: FieldModel): Schema {
  const target = field.ref && model.entities.get(field.ref.entity);
  const members = (field.expand?.fields ?? ['Id']).map((name): Member => {
    const inner = target?.fieldByPath.get(name);
    return [name, inner ? nullable(leaf(inner)) : {}];
  });
  return objectOf(members);
}

const leaf = (field: FieldModel): Schema =>
  field.kind === 'references' || field.kind === 'rows' ? { type: 'array' } : field.schema;

/** Answers say null where nothing is, and a write may empty a field that way; a required one is refused by name. */
function nullable(schema: Schema): Schema {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return schema;
  const { enum: values, ...rest } = schema;
  return { ...rest, type: [...types, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

function described(model: Model, field: FieldModel, schema: Schema): Schema {
  const marks = field.readOnly ? { readOnly: true } : {};
  return { title: formatMessage(model, 'en-CA', field.label), ...schema, ...marks, ...flagsOf(model, field) };
}

/** Which bit means what: a client must not have to guess. */
function flagsOf(model: Model, { kind, lookup = '' }: FieldModel): Schema {
  const items = kind === 'flags' ? (model.lookups.get(lookup)?.items ?? []) : [];
  if (items.length === 0) return {};
  const names = Object.fromEntries(items.map(({ Id, Name }) => [Name, Id]));
  const said = items.map(({ Id, Name }) => `${Id} ${Name}`).join(', ');
  return { description: `The sum of any of: ${said}.`, 'x-flags': names };
}

/** The value of one field as a write takes it. */
export function valueSchema(model: Model, field: FieldModel): Schema {
  return inputValue(model, field);
}

export function objectOf(members: readonly Member[], required: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length > 0 ? { required } : {}),
  };
}
