/** Compiles a query, declared or built by a person, to an executable form. */
import type { QueryDeclaration } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { operatorsOf } from '../query/filterOperators.ts';
import { filterOf, valueText } from '../query/parseFilters.ts';
import type { Reader } from '../query/parseValue.ts';
import { ProblemError } from '../query/problem.ts';
import { holdsFiles, refersToMany } from '../query/refersToOne.ts';
import type { Aggregate, FieldModel, QueryColumn, QueryFilter, QueryModel } from '../types/modelTypes.ts';
import { everyId } from './everyId.ts';
import { QueryMistake, type QueryMistakeCode } from './queryMistake.ts';
import { type FollowedPath, type QueryScope, type QueryTables, queryTables } from './queryTables.ts';

/** One mistake; `path` is a JSON pointer. */
export type QueryFinding = {
  readonly path: string;
  readonly code: QueryMistakeCode;
  readonly params: Readonly<Record<string, string | number>>;
};

export type CompiledQuery = {
  /** Undefined when there are mistakes. */
  readonly query?: QueryModel;
  readonly findings: readonly QueryFinding[];
};

type Declared = Omit<QueryDeclaration, '$schema' | '$comment'>;
type DeclaredColumn = NonNullable<Declared['columns']>[number];
type DeclaredFilter = NonNullable<Declared['filters']>[number];

/** Limits of a query: larger ones are useless and slow. */
export const queryLimits = { columns: 100, filters: 50, sort: 10, groups: 20 } as const;

export function compileQuery(declared: Declared, scope: QueryScope): CompiledQuery {
  const findings: QueryFinding[] = [];
  /** Undefined on a mistake, which is recorded as a finding. */
  const attempt = <T>(path: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof QueryMistake)) throw error;
      findings.push({ path, code: error.code, params: error.params });
      return undefined;
    }
  };
  const limited = <T>(path: keyof typeof queryLimits, list: readonly T[]): readonly T[] => {
    if (list.length <= queryLimits[path]) return list;
    const params = { what: path, limit: queryLimits[path] };
    findings.push({ path: `/${path}`, code: 'too-many', params });
    return [];
  };
  if (!scope.entities.has(declared.from))
    return {
      findings: [{ path: '/from', code: 'unknown-entity', params: { entity: String(declared.from) } }],
    };
  const tables = queryTables(declared.from, scope);
  for (const [name, join] of Object.entries(declared.joins ?? {}))
    if (join) attempt(`/joins/${name}`, () => tables.join(name, join));
  const columns = limited('columns', declared.columns).flatMap(
    (column, at) =>
      attempt(`/columns/${at}`, () => compileColumn(column, { tables, scope, id: declared.$id })) ?? [],
  );
  if (declared.columns.length === 0) findings.push({ path: '/columns', code: 'no-columns', params: {} });
  reportTwins(columns, findings);
  const filters = limited('filters', declared.filters ?? []).flatMap(
    (filter, at) => attempt(`/filters/${at}`, () => compileFilter(filter, tables)) ?? [],
  );
  const sort = limited('sort', declared.sort ?? []).flatMap(
    (term, at) => attempt(`/sort/${at}`, () => compileTerm(term, columns)) ?? [],
  );
  if (findings.length > 0) return { findings };
  return {
    findings,
    query: {
      ...{ id: declared.$id, title: `queries.${declared.$id}`, entity: declared.from },
      ...{ tables: tables.all, columns, filters, sort },
      ...(declared.limit === undefined ? {} : { limit: declared.limit }),
      isGrouped: columns.some(({ aggregate }) => aggregate !== undefined),
    },
  };
}

function compileColumn(
  column: DeclaredColumn,
  { tables, scope, id }: { readonly tables: QueryTables; readonly scope: QueryScope; readonly id: string },
): QueryColumn {
  const { path, aggregate, per } = column;
  if (path === undefined) {
    if (aggregate !== 'count') throw new QueryMistake('path-missing', {});
    const name = column.name ?? 'Count';
    const label = column.title ? `queries.${id}.${name}` : 'query.count';
    return { name, label, isFieldLabel: false, aggregate, kind: 'integer' };
  }
  const place = shownPlace(path, tables, scope);
  const { field } = place;
  if (aggregate) checkAggregate(path, field, aggregate);
  if (aggregate && column.name === undefined) throw new QueryMistake('name-missing', { aggregate });
  if (per && !kinds[field.kind].day) throw new QueryMistake('not-a-day', { path });
  const name = column.name ?? path;
  return {
    ...{ name, path, place: plain(place) },
    ...(column.title
      ? { label: `queries.${id}.${name}`, isFieldLabel: false }
      : { label: labelOf(place, tables), isFieldLabel: true }),
    ...(aggregate ? { aggregate } : {}),
    ...(per ? { per } : {}),
    ...shapeOf(field, aggregate, per !== undefined),
  };
}

/** What a column shows: of a file its name, since its id means nothing to people. */
function shownPlace(path: string, tables: QueryTables, scope: QueryScope): FollowedPath {
  const place = tables.follow(path);
  checkPlace(path, place.field, scope);
  if (!holdsFiles(place.field)) return place;
  if (place.field.path.includes('.')) throw new QueryMistake('not-shown', { path });
  return tables.follow(`${path}.Name`);
}

const plain = ({ alias, field, lookupMember }: FollowedPath) => ({
  ...{ alias, field },
  ...(lookupMember === undefined ? {} : { lookupMember }),
});

/** The name of a referenced record is labelled like the reference. */
function labelOf({ alias, field }: FollowedPath, { all }: QueryTables): string {
  const joined = all.find((table) => table.alias === alias)?.joined;
  return joined && !joined.isMany && field.name === 'Name' ? joined.field.label : field.label;
}

function checkPlace(path: string, field: FieldModel, { entities }: QueryScope): void {
  const { kind, stored, records } = field;
  if (!stored) throw new QueryMistake('not-stored', { path });
  if (records || refersToMany({ kind }) || kind === 'rows') throw new QueryMistake('many-values', { path });
  // A member of an object is a single value, a member of rows is many.
  const names = field.path.split('.');
  const around = names.map((_, at) => names.slice(0, at).join('.'));
  const { fieldByPath } = entities.get(field.entity) ?? {};
  if (around.some((outer) => fieldByPath?.get(outer)?.kind === 'rows'))
    throw new QueryMistake('many-values', { path });
  if (!kinds[kind].query.isShown) throw new QueryMistake('not-shown', { path });
}

function checkAggregate(path: string, { kind }: FieldModel, aggregate: Aggregate): void {
  const { isSummed, isOrdered } = kinds[kind].query;
  if ((aggregate === 'sum' || aggregate === 'avg') && !isSummed)
    throw new QueryMistake('not-a-number', { path, aggregate });
  if ((aggregate === 'min' || aggregate === 'max') && !isOrdered)
    throw new QueryMistake('not-ordered', { path, aggregate });
}

function shapeOf({ kind, scale }: FieldModel, aggregate: Aggregate | undefined, isPeriod: boolean) {
  if (aggregate === 'count' || aggregate === 'distinct') return { kind: 'integer' as const };
  if (isPeriod) return { kind: 'text' as const };
  if (aggregate === 'avg' && kind === 'integer') return { kind: 'decimal' as const, scale: 6 };
  return scale === undefined ? { kind } : { kind, scale };
}

function reportTwins(columns: readonly QueryColumn[], findings: QueryFinding[]): void {
  const seen = new Set<string>();
  for (const [at, { name }] of columns.entries()) {
    if (seen.has(name)) findings.push({ path: `/columns/${at}`, code: 'column-twice', params: { name } });
    seen.add(name);
  }
}

function compileFilter(filter: DeclaredFilter, tables: QueryTables): QueryFilter {
  const { path, operator, value, parameter, required } = filter;
  const place = tables.follow(path);
  if (!place.field.stored || place.field.records) throw new QueryMistake('not-stored', { path });
  const allowed = place.lookupMember ? operatorsOf('text') : operatorsOf(place.field.kind);
  if (!(allowed as readonly string[]).includes(operator))
    throw new QueryMistake('operator-unfit', { path, operator, allowed: allowed.join(', ') });
  const compiled: QueryFilter = {
    ...{ path, place: plain(place), within: place.within, operator, isRequired: required === true },
    ...(value === undefined ? {} : { value }),
    ...(parameter === undefined ? {} : { parameter }),
  };
  // Throws when the value does not fit the field.
  if (value !== undefined) checkValue(compiled);
  return compiled;
}

function checkValue(filter: QueryFilter): void {
  try {
    queryFilterTree(filter, filter.value, { zone: 'UTC', me: everyId });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new QueryMistake('value-unfit', { path: filter.path });
  }
}

/** The condition of a filter with a value, on records of its table; throws a `ProblemError`. */
export function queryFilterTree(
  { place, within, operator, path }: QueryFilter,
  value: unknown,
  reader: Reader,
) {
  const { field, lookupMember } = place;
  const target = { path: within, field, lookupMember, sortable: false };
  return filterOf(target, { operator, text: valueText(value, path), ...reader });
}

function compileTerm(term: string, columns: readonly QueryColumn[]): QueryModel['sort'][number] {
  const name = term.replace(/^-/, '');
  if (!columns.some((column) => column.name === name)) throw new QueryMistake('unknown-column', { name });
  return { column: name, direction: term.startsWith('-') ? 'desc' : 'asc' };
}
