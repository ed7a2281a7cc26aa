/** The tables a query reads, collected while following its paths; each reference is joined once. */

import { holdsFiles, refersToOne } from '../query/refersToOne.ts';
import type {
  EntityModel,
  FieldModel,
  LookupModel,
  Model,
  QueryPlace,
  QueryTable,
} from '../types/modelTypes.ts';
import { QueryMistake } from './queryMistake.ts';

export type QueryScope = {
  readonly entities: Model['entities'];
  readonly lookups: ReadonlyMap<string, LookupModel>;
};

/** The end of a path, and its path from its table. */
export type FollowedPath = QueryPlace & { readonly within: string };

export type QueryTables = {
  readonly all: readonly QueryTable[];
  readonly join: (name: string, declared: DeclaredJoin) => void;
  readonly follow: (path: string) => FollowedPath;
};

type DeclaredJoin = {
  readonly entity: string;
  readonly by: string;
  readonly of?: string | undefined;
  readonly required?: boolean | undefined;
};

/** Limits that no sensible query reaches; beyond them it would run for hours. */
const [mostTables, mostHops] = [16, 5];

export function queryTables(from: string, scope: QueryScope): QueryTables {
  const all: QueryTable[] = [{ alias: 'q0', entity: from }];
  const named = new Map<string, QueryTable>();
  const add = (entity: string, joined: NonNullable<QueryTable['joined']>): QueryTable => {
    if (all.length >= mostTables)
      throw new QueryMistake('too-many', { what: 'joins', limit: mostTables - 1 });
    const table = { alias: `q${all.length}`, entity, joined };
    all.push(table);
    return table;
  };
  const entityOf = (id: string): EntityModel => {
    const entity = scope.entities.get(id);
    if (!entity) throw new QueryMistake('unknown-entity', { entity: id });
    return entity;
  };
  const source = all[0] as QueryTable;
  return {
    all,
    join: (name, { entity, by, of, required }) => {
      const to = of === undefined ? source : named.get(of);
      if (!to) throw new QueryMistake('unknown-join', { name: of ?? '' });
      const field = entityOf(entity).fields.find((each) => each.name === by);
      if (!field?.stored || !refersToOne(field) || field.ref?.entity !== to.entity)
        throw new QueryMistake('join-unfit', { entity, field: by, to: to.entity });
      named.set(name, add(entity, { to: to.alias, field, isMany: true, isRequired: required === true }));
    },
    follow: (path) => {
      const names = path.split('.');
      const start = names.length > 1 ? named.get(names[0] as string) : undefined;
      const walk = { path, entityOf, all, add, lookups: scope.lookups };
      return followPath(walk, start ?? source, start ? names.slice(1) : names);
    },
  };
}

type Walk = Pick<QueryTables, 'all'> &
  Pick<QueryScope, 'lookups'> & {
    readonly path: string;
    readonly entityOf: (id: string) => EntityModel;
    readonly add: (entity: string, joined: NonNullable<QueryTable['joined']>) => QueryTable;
  };

function followPath(walk: Walk, start: QueryTable, names: readonly string[]): FollowedPath {
  let [table, rest] = [start, names];
  for (let hops = 0; hops <= mostHops; hops++) {
    const ended = endAt(walk, table, rest);
    if (ended) return ended;
    const hop = referenceNamed(walk, table, rest[0] ?? '');
    if (!refersToOne(hop)) throw new QueryMistake('many-values', { path: walk.path });
    if (rest.length === 1) return { alias: table.alias, field: hop, within: hop.name };
    table = joinedBy(walk, table, { field: hop, member: rest[1] ?? '' });
    rest = rest.slice(1);
  }
  throw new QueryMistake('too-many', { what: 'references', limit: mostHops });
}

/** The field, when no more references must be followed. */
function endAt(
  walk: Walk,
  { alias, entity }: QueryTable,
  names: readonly string[],
): FollowedPath | undefined {
  const { fields, fieldByPath } = walk.entityOf(entity);
  const within = names.join('.');
  const direct = fieldByPath.get(within);
  if (direct) return { alias, field: direct, within };
  const [name, member] = names;
  const choice = fields.find(({ expand, lookup }) => lookup && expand?.as === name);
  if (!choice) return undefined;
  if (names.length === 1) return { alias, field: choice, within: choice.name };
  if (names.length > 2 || !isMember(walk.lookups.get(choice.lookup ?? ''), member ?? ''))
    throw unknownPath(walk.path, entity);
  return { alias, field: choice, lookupMember: member, within };
}

const isMember = (lookup: LookupModel | undefined, member: string): boolean =>
  member === 'Id' ||
  member === 'DisplayName' ||
  lookup?.items.some((item) => Object.hasOwn(item, member)) === true;

function referenceNamed({ path, entityOf }: Walk, { entity }: QueryTable, name: string): FieldModel {
  const found = entityOf(entity).fields.find(
    (field) => field.ref && (field.name === name || field.expand?.as === name),
  );
  if (!found) throw unknownPath(path, entity);
  if (!found.stored) throw new QueryMistake('not-stored', { path });
  return found;
}

type Hop = { readonly field: FieldModel; readonly member: string };

/** Of a file only what answers tell of it. */
function joinedBy(
  { all, add, path, entityOf }: Walk,
  { alias }: QueryTable,
  { field, member }: Hop,
): QueryTable {
  const known = all.find(
    ({ joined }) => joined && !joined.isMany && joined.to === alias && joined.field === field,
  );
  const target = field.ref?.entity ?? '';
  if (holdsFiles(field) && !field.expand?.fields.includes(member))
    throw new QueryMistake('not-shown', { path });
  return known ?? add(entityOf(target).id, { to: alias, field, isMany: false, isRequired: false });
}

const unknownPath = (path: string, entity: string) => new QueryMistake('unknown-path', { path, entity });
