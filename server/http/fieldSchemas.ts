/** JSON Schemas of records, in answers and in writes. */
import { type EntityModel, type FieldModel, formatMessage, type Model, refersToMany } from '#engine';

export type Schema = { readonly [keyword: string]: unknown };
type Member = readonly [name: string, schema: Schema];

export const id: Schema = { type: 'string', format: 'uuid' };
const stamps = ['Id', 'Revision', 'CreatedDate', 'CreatedBy', 'ModifiedDate', 'ModifiedBy'];

/** The answer schema: all or some fields, references expanded. Empty values are null or absent. */
export function answerSchema(model: Model, entity: EntityModel, only?: readonly string[]): Schema {
  const fields = entity.fields.filter(({ name }) => !only || only.includes(name));
  const isThere = (field: FieldModel): boolean =>
    only ? field.name === 'Id' : stamps.includes(field.name) || isAlwaysThere(entity, field);
  return {
    ...objectOf(
      answerMembers(model, fields, isThere),
      fields.filter(isThere).map(({ name }) => name),
    ),
    title: formatMessage(model, 'en-CA', entity.title),
  };
}

/** Required on every write and visible to all. Fields of overlays may be missing in older records. */
function isAlwaysThere({ policy, rules }: EntityModel, { name, required, overlay }: FieldModel): boolean {
  const isGoverned = rules.state.some(({ slot, fields }) => slot === 'relevant' && fields.includes(name));
  return required && !isGoverned && !overlay && !policy.fields[name]?.view;
}

function answerMembers(
  model: Model,
  fields: readonly FieldModel[],
  isThere: (field: FieldModel) => boolean = () => false,
): readonly Member[] {
  return fields.flatMap((field): readonly Member[] => {
    const value = answerValue(model, field);
    const own: Member = [field.name, described(model, field, isThere(field) ? value : nullable(value))];
    const hasObject = field.expand && !refersToMany(field);
    return hasObject ? [own, [field.expand.as, nullable(expandedSchema(model, field))]] : [own];
  });
}

/** Limits apply to writes; values stored under other limits are still answered. */
function answerValue(model: Model, field: FieldModel): Schema {
  if (refersToMany(field)) return { type: 'array', items: expandedSchema(model, field) };
  if (!field.fields) return withoutLimits(leaf(field));
  const object = objectOf(answerMembers(model, field.fields));
  return field.kind === 'rows' ? { type: 'array', items: object } : object;
}

function withoutLimits(schema: Schema): Schema {
  const kept = ['type', 'enum', 'format', 'items', 'x-decimals', 'description', 'contentMediaType'];
  return Object.fromEntries(Object.entries(schema).filter(([name]) => kept.includes(name)));
}

function expandedSchema(model: Model, field: FieldModel): Schema {
  const target = field.ref && model.entities.get(field.ref.entity);
  const names = [...new Set((field.expand?.fields ?? []).map((path) => path.split('.')[0] as string))];
  const members = names
    .filter((name) => name !== 'Id')
    .map((name): Member => {
      const inner = target?.fieldByPath.get(name);
      return [
        name,
        inner && !inner.fields && !refersToMany(inner) ? nullable(withoutLimits(leaf(inner))) : {},
      ];
    });
  return objectOf([['Id', field.lookup ? lookupId(model, field.lookup) : id], ...members], ['Id']);
}

/** The id of a lookup item, usually a number. */
export function lookupId({ lookups }: Model, name: string): Schema {
  const items = lookups.get(name)?.items ?? [];
  if (items.length === 0) return { type: ['integer', 'string'] };
  return { type: items.every(({ Id }) => typeof Id === 'number') ? 'integer' : 'string' };
}

/** What a write accepts and requires. */
export type Writing = {
  readonly kind: 'create' | 'update';
  /** The fields it writes; others are accepted and ignored. Absent: all. */
  readonly only?: readonly string[];
  /** Fields set by the path. */
  readonly bound?: readonly string[];
  /** Body member → field. */
  readonly names?: Readonly<Record<string, string>>;
  /** Included lists of other records. */
  readonly included?: readonly string[];
  /** The body must name the record. */
  readonly needsId?: boolean;
};

/** The schema of a create or update; other members are refused. */
export function inputSchema(model: Model, entity: EntityModel, writing: Writing): Schema {
  const { kind, only, bound = [], names = {}, included = [] } = writing;
  const writes = (field: FieldModel): boolean =>
    !field.readOnly && field.stored && !stamps.includes(field.name) && (!only || only.includes(field.name));
  const needed = (field: FieldModel): boolean =>
    writes(field) && kind === 'create' && !bound.includes(field.name) && isAskedFor(entity, field);
  const members = entity.fields.flatMap((field): readonly Member[] => {
    const beside: readonly Member[] =
      field.expand && !refersToMany(field) ? [[field.expand.as, expansion(field)]] : [];
    if (!writes(field)) return [[field.name, ignored], ...beside];
    const value = inputValue(model, field);
    const own = described(model, field, isNeverEmpty(entity, field) ? value : nullable(value));
    return [[field.name, own], ...beside];
  });
  const renamed = Object.entries(names).map(([name, field]): Member => {
    const of = entity.fieldByPath.get(field);
    return [name, of && field !== 'Id' ? described(model, of, nullable(inputValue(model, of))) : id];
  });
  const own = new Map<string, Schema>([
    ...members,
    ...included.map((name): Member => [name, ignored]),
    ['Id', { ...id, description: 'Names the record of an update.' }],
    ['Revision', revision],
    ['$stash', { type: ['object', 'null'], description: 'What rules put aside, as it was answered.' }],
    ['$overrides', { type: ['array', 'null'], description: 'Values a person overruled, as answered.' }],
    ...renamed,
  ]);
  const required = [
    ...(writing.needsId ? ['Id'] : []),
    ...entity.fields.filter(needed).map(({ name }) => name),
  ];
  return {
    ...objectOf([...own], required),
    title: `${formatMessage(model, 'en-CA', entity.title)} to ${kind === 'create' ? 'create' : 'change'}`,
    additionalProperties: false,
    ...(writing.kind === 'create' && !only ? exampleOf(entity, own) : {}),
  };
}

const ignored: Schema = { description: 'May be sent back as it was read; it changes nothing.' };

const expansion = ({ name }: FieldModel): Schema => ({
  description: `May be sent back; its Id counts where ${name} is not sent.`,
});

const revision: Schema = {
  type: ['integer', 'null'],
  description: 'The revision that was read. If the stored one differs, the update is refused with 409.',
};

/** Required, and not cleared or computed by a rule: null is refused. */
function isNeverEmpty({ rules }: EntityModel, { name, required }: FieldModel): boolean {
  const isGoverned = rules.state.some(({ slot, fields }) => slot === 'relevant' && fields.includes(name));
  return required && !isGoverned && !rules.values.some((rule) => rule.field === name);
}

/** As above and without a default: a create must send it. */
function isAskedFor(entity: EntityModel, field: FieldModel): boolean {
  const { defaults, policy } = entity;
  const hasDefault = field.default !== undefined || defaults.some((one) => one.field === field.name);
  return isNeverEmpty(entity, field) && !hasDefault && !policy.fields[field.name]?.write;
}

/** The first seed record, as a create would send it. */
function exampleOf(entity: EntityModel, members: ReadonlyMap<string, Schema>): Schema {
  const [record] = [...entity.seed.demo, ...entity.seed.reference];
  const names = entity.fields.map(({ name }) => name).filter((name) => members.get(name) !== ignored);
  const sent = names.flatMap((name) =>
    record?.[name] === undefined || record[name] === null || stamps.includes(name)
      ? []
      : [[name, record[name]]],
  );
  return sent.length > 0 ? { examples: [Object.fromEntries(sent)] } : {};
}

/** The value of one field in a write. */
export function valueSchema(model: Model, field: FieldModel): Schema {
  return described(model, field, nullable(inputValue(model, field)));
}

/** The value of one field in an answer. */
export function answeredValue(model: Model, field: FieldModel): Schema {
  return described(model, field, answerValue(model, field));
}

function inputValue(model: Model, field: FieldModel): Schema {
  if (refersToMany(field))
    return { type: 'array', items: { anyOf: [id, objectOf([['Id', id]], ['Id'])] }, ...listLimits(field) };
  if (!field.fields) return leaf(field);
  const inner = field.fields;
  const members = inner.flatMap((one): readonly Member[] => {
    const value = one.stored && !one.readOnly ? inputValue(model, one) : ignored;
    const own: Member = [one.name, value === ignored ? value : nullable(value)];
    return one.expand && !refersToMany(one) ? [own, [one.expand.as, expansion(one)]] : [own];
  });
  const object = { ...objectOf(members), additionalProperties: false };
  if (field.kind !== 'rows') return object;
  return { type: 'array', items: object, ...listLimits(field) };
}

function listLimits({ schema: { maxItems, minItems } }: FieldModel): Schema {
  return {
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(minItems === undefined ? {} : { minItems }),
  };
}

/** Validators cannot check multiples of 0.01 in binary floating point, so decimals are only documented. */
function leaf(field: FieldModel): Schema {
  if (refersToMany(field) || field.kind === 'rows') return { type: 'array' };
  const { multipleOf, scale, ...schema } = typed(field.schema);
  if (multipleOf === undefined && scale === undefined) return schema;
  const decimals = field.scale ?? scale;
  return { ...schema, 'x-decimals': decimals, description: `At most ${decimals} decimals.` };
}

/** A choice among numbers is a number, not a number or a text. */
function typed(schema: FieldModel['schema']): FieldModel['schema'] {
  const { enum: values, type } = schema;
  if (!Array.isArray(values) || !Array.isArray(type) || values.length === 0) return schema;
  const isNumber = values.every((value) => Number.isInteger(value));
  return isNumber || values.every((value) => typeof value === 'string')
    ? { ...schema, type: isNumber ? 'integer' : 'string' }
    : schema;
}

/** Null means empty in answers and writes; required fields are refused by name. */
function nullable(schema: Schema): Schema {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0 || types.includes('null')) return schema;
  const { enum: values, ...rest } = schema;
  return { ...rest, type: [...types, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

function described(model: Model, field: FieldModel, schema: Schema): Schema {
  const marks = field.readOnly ? { readOnly: true } : {};
  return { title: formatMessage(model, 'en-CA', field.label), ...schema, ...marks, ...flagsOf(model, field) };
}

/** Documents the bits, so that clients need not guess. */
function flagsOf(model: Model, { kind, lookup = '' }: FieldModel): Schema {
  const items = kind === 'flags' ? (model.lookups.get(lookup)?.items ?? []) : [];
  if (items.length === 0) return {};
  const names = Object.fromEntries(items.map(({ Id, Name }) => [Name, Id]));
  const said = items.map(({ Id, Name }) => `${Id} ${Name}`).join(', ');
  return { description: `The sum of any of: ${said}.`, 'x-flags': names };
}

/** A reference to a component schema. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function objectOf(members: readonly Member[], required: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length > 0 ? { required } : {}),
  };
}

type Members = Readonly<Record<string, Schema>>;

/** An object with all members required, except those in `may`. */
export const all = (members: Members, may: Members = {}): Schema =>
  objectOf(Object.entries({ ...members, ...may }), Object.keys(members));

/** Only the records were counted that the caller may see; absent if those are all. */
export const isPartial: Schema = { type: 'boolean' };

/** A page; all members are required but the note that records were left out. */
export const pageOfItems = (item: Schema): Schema =>
  all({ Items: list(item), TotalItems: count }, { IsPartial: isPartial });

/** Building blocks of answers. */
export const text: Schema = { type: 'string' };
export const maybeText: Schema = { type: ['string', 'null'] };
export const flag: Schema = { type: 'boolean' };
/** Of a list and its count. */
export const onlySeen: Schema = {
  type: 'boolean',
  description: 'True where there may be more that the caller may not see; absent where all is seen.',
};
export const number: Schema = { type: 'number' };
export const maybeNumber: Schema = { type: ['number', 'null'] };
export const count: Schema = { type: 'integer', minimum: 0 };
export const list = (items: Schema): Schema => ({ type: 'array', items });
