/** Types of what expressions may read, from compiled fields. Lazy: entities may refer to each other. */
import type { ExpressionType, TypeScope } from '../expression/checkTree.ts';
import { kinds } from '../fields/registry.ts';
import { refersToMany } from '../query/refersToOne.ts';
import type { EntityModel, FieldModel, LookupModel, ReferenceModel } from '../types/modelTypes.ts';

export type TypeSources = {
  readonly entities: ReadonlyMap<string, EntityModel>;
  readonly lookups: ReadonlyMap<string, LookupModel>;
};

const text: ExpressionType = { kind: 'text' };
const number: ExpressionType = { kind: 'number' };
const any: ExpressionType = { kind: 'any' };

/** Cached, because thousands of expressions over the same entities need them. */
type Known = { readonly records: Map<string, ExpressionType>; common?: Record<string, ExpressionType> };

const known = new WeakMap<TypeSources['entities'], Known>();

function knownOf({ entities }: TypeSources): Known {
  const found = known.get(entities) ?? { records: new Map() };
  known.set(entities, found);
  return found;
}

/** Starts over with entities whose content has changed. */
export function renewTypes(sources: TypeSources): void {
  known.delete(sources.entities);
  commonVars(sources);
}

/** A record in answer shape: fields and expansions. */
export function recordType(sources: TypeSources, entity: string): ExpressionType {
  const model = sources.entities.get(entity);
  if (!model) return any;
  const { records } = knownOf(sources);
  const type = records.get(entity) ?? fieldsType(sources, model.fields, entity);
  records.set(entity, type);
  return type;
}

/** What a rule of an entity may read; with `each` the row is the root. */
export function ruleScope(
  sources: TypeSources,
  entity: EntityModel,
  each?: string,
  option?: string,
): TypeScope {
  const record = recordType(sources, entity.id);
  const rows = each ? entity.fieldByPath.get(each) : undefined;
  const row = rows?.fields ? fieldsType(sources, rows.fields, `${entity.id}.${rows.path}`) : any;
  return {
    root: each ? row : record,
    vars: {
      ...commonVars(sources),
      record,
      previous: record,
      action: text,
      ...(each ? { row, index: number } : {}),
      ...(entity.owner?.ref ? { owner: ownerType(sources, entity.owner.ref) } : {}),
      ...(option ? { option: recordType(sources, option) } : {}),
    },
  };
}

/** The owner, with the records it owns by name. */
function ownerType(sources: TypeSources, { entity, kin }: ReferenceModel): ExpressionType {
  const owner = recordType(sources, entity);
  if (!kin || owner.kind !== 'object') return owner;
  const lists = Object.entries(kin).map(([name, id]) => {
    const list: ExpressionType = { kind: 'list', of: () => recordType(sources, id) };
    return [name, () => list] as const;
  });
  return { ...owner, fields: { ...owner.fields, ...Object.fromEntries(lists) } };
}

/** What a row condition over `entity` may read. */
export function whereScope(sources: TypeSources, entity: string, around: TypeScope['vars']): TypeScope {
  return { root: recordType(sources, entity), vars: { ...commonVars(sources), ...around } };
}

/** What an expression on a screen may read. */
export function screenScope(
  sources: TypeSources,
  { route, data }: { readonly route: readonly string[]; readonly data: Readonly<Record<string, string>> },
  row?: string,
): TypeScope {
  const records = Object.entries(data).map(
    ([name, entity]) => [name, () => recordType(sources, entity)] as const,
  );
  return {
    root: row ? recordType(sources, row) : any,
    vars: {
      ...commonVars(sources),
      route: { kind: 'object', fields: Object.fromEntries(route.map((name) => [name, () => text])) },
      data: { kind: 'object', fields: Object.fromEntries(records) },
      query: { kind: 'object', fields: {}, open: true },
    },
  };
}

function commonVars(sources: TypeSources): Record<string, ExpressionType> {
  const of = knownOf(sources);
  of.common ??= {
    today: { kind: 'date' },
    now: { kind: 'datetime' },
    user: {
      kind: 'object',
      fields: {
        Id: () => text,
        UserName: () => text,
        DisplayName: () => text,
        Roles: () => ({ kind: 'list', of: () => text }),
        Features: () => ({ kind: 'list', of: () => text }),
        ...ownRecords(sources),
      },
    },
  };
  return of.common;
}

/** The caller's own records, by their names in expressions. */
function ownRecords(sources: TypeSources): Record<string, () => ExpressionType> {
  const own = [...sources.entities.values()].flatMap(({ ofUser, fields, id }) => {
    if (!ofUser) return [];
    const read = fields.filter(({ name }) => ofUser.fields.includes(name));
    return [[ofUser.as, () => fieldsType(sources, read, id)] as const];
  });
  return Object.fromEntries(own);
}

function fieldsType(sources: TypeSources, fields: readonly FieldModel[], name?: string): ExpressionType {
  const members: Record<string, () => ExpressionType> = {};
  for (const field of fields) {
    members[field.name] = () => fieldType(sources, field);
    if (field.expand && !refersToMany(field)) members[field.expand.as] = () => expandedType(sources, field);
  }
  return { kind: 'object', fields: members, ...(name ? { name } : {}) };
}

/** What an expression sees of each source that a kind names; all others are types of their own. */
const typeBySource: Readonly<Record<string, (sources: TypeSources, field: FieldModel) => ExpressionType>> = {
  any: () => any,
  choice: lookupIdType,
  choices: (sources, field) => ({ kind: 'list', of: () => lookupIdType(sources, field) }),
  records: (sources, field) => ({ kind: 'list', of: () => expandedType(sources, field) }),
  rows: (sources, field) => ({ kind: 'list', of: () => rowType(sources, field) }),
  row: rowType,
  text: () => text,
  number: () => number,
};

function rowType(sources: TypeSources, field: FieldModel): ExpressionType {
  return fieldsType(sources, field.fields ?? [], `${field.entity}.${field.path}`);
}

/** The type of a field in expressions. */
export function fieldType(sources: TypeSources, field: FieldModel): ExpressionType {
  const { expression } = kinds[field.kind];
  return typeBySource[expression]?.(sources, field) ?? ({ kind: expression } as ExpressionType);
}

function lookupIdType(sources: TypeSources, field: FieldModel): ExpressionType {
  const items = sources.lookups.get(field.lookup ?? '')?.items ?? [];
  const [first] = items;
  if (!first) return any;
  return {
    kind: typeof first.Id === 'number' ? 'number' : 'text',
    choices: () => items.map(({ Id }) => Id as string | number),
  };
}

function expandedType(sources: TypeSources, field: FieldModel): ExpressionType {
  const names = field.expand?.fields ?? [];
  if (field.lookup)
    return {
      kind: 'object',
      fields: Object.fromEntries(names.map((name) => [name, () => lookupMember(sources, field, name)])),
    };
  const target = sources.entities.get(field.ref?.entity ?? '');
  const members = names.map((name) => [name, () => memberType(sources, target, name)] as const);
  return { kind: 'object', fields: Object.fromEntries(members), ...(target ? { name: target.id } : {}) };
}

function lookupMember(sources: TypeSources, field: FieldModel, name: string): ExpressionType {
  return name === 'Id' ? lookupIdType(sources, field) : text;
}

function memberType(sources: TypeSources, target: EntityModel | undefined, name: string): ExpressionType {
  const field = target?.fields.find((candidate) => candidate.name === name);
  if (field) return fieldType(sources, field);
  const expanded = target?.fields.find((candidate) => candidate.expand?.as === name);
  return expanded ? expandedType(sources, expanded) : any;
}
