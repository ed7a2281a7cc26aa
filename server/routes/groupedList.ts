/** `$groups=Field` on a list: how many of its records have each value, with totals, instead of the records. */
import {
  comparisonOf,
  compileQuery,
  type DataRecord,
  type EntityModel,
  type FilterTree,
  kinds,
  type Model,
  type QueryModel,
  type RouteModel,
  type Sort,
  textKey,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { tagged } from '../http/respond.ts';
import { isAllowed } from '../operations/authorize.ts';
import { accessAlong } from '../operations/guardedPaths.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { partlyListed } from '../operations/partlySeen.ts';
import { shownTo } from '../operations/shippedTexts.ts';
import type { TableRow } from '../store/tableQuery.ts';

export type Groups = {
  readonly query: QueryModel;
  readonly paths: readonly string[];
  /** Names the records of a reference; those who may not read the name group by the reference alone. */
  readonly label?: { readonly path: string; readonly without: QueryModel };
};

/** More groups than anyone reads; the answer says that there are more. */
const mostGroups = 200;
const mostTotals = 10;

const textsOf = (params: URLSearchParams, name: string): readonly string[] =>
  [...params].filter(([key, text]) => key.toLowerCase() === name && text !== '').map(([, text]) => text);

/** The groups that a call asks for; undefined without `$groups`. */
export function askedGroups(entity: EntityModel, params: URLSearchParams, model: Model): Groups | undefined {
  const [path] = textsOf(params, '$groups');
  if (path === undefined) return undefined;
  const totals = [...new Set(textsOf(params, '$totals'))].slice(0, mostTotals);
  const [per] = textsOf(params, '$per');
  const label = labelPath(entity, path, model);
  const value = { path, name: 'Value', ...(per && { per }) };
  const grouped = [value, ...(label ? [{ path: label, name: 'Title' }] : [])];
  const counted = { aggregate: 'count', name: 'Count' };
  const scope = { entities: model.entities, lookups: model.lookups };
  const compiled = (columns: readonly object[], first = label ? 'Title' : 'Value') =>
    compileQuery({ $id: 'groups', from: entity.id, columns, sort: [first, 'Value'] } as never, scope).query;
  if (!compiled([...grouped, counted])) throw badGroups('query.groups', path);
  for (const [at, total] of totals.entries())
    if (!compiled([...grouped, counted, sumOf(total, at)])) throw badGroups('query.totals', total);
  const counts = [counted, ...totals.map(sumOf)];
  const query = compiled([...grouped, ...counts]);
  const without = label && compiled([value, ...counts], 'Value');
  return (
    query && {
      ...{ query, paths: [path, ...totals] },
      ...(label && without && { label: { path: label, without } }),
    }
  );
}

const sumOf = (path: string, at: number) => ({ path, aggregate: 'sum', name: `Total${at}` });

const badGroups = (message: string, field: string) => refusals.badQuery({ message, params: { field } });

/** The name of a referenced record, if every answer shows it beside the reference. */
function labelPath(entity: EntityModel, path: string, model: Model): string | undefined {
  const { ref, expand, kind } = entity.fieldByPath.get(path) ?? {};
  const label = ref && model.entities.get(ref.entity)?.labelField;
  return kind && kinds[kind].refersTo === 'record' && expand && label && expand.fields.includes(label)
    ? `${expand.as}.${label}`
    : undefined;
}

/** What the groups read, as paths that the caller must be allowed to read. */
export const pathsOfGroups = (groups: Groups | undefined): readonly Sort[] =>
  (groups?.paths ?? []).map((path) => ({ path, direction: 'asc' }));

type Grouping = {
  readonly route: RouteModel;
  readonly filter: FilterTree | undefined;
  readonly groups: Groups;
  /** Fields fixed by the address. */
  readonly bound: readonly string[];
};

export async function groupsAnswer(call: OperationCall, grouping: Grouping): Promise<Response> {
  const { route, filter, groups, bound } = grouping;
  const query = queryFor(call, route, groups);
  const filters = filter ? [{ alias: 'q0', filter }] : [];
  const table = { ...query, filters, zone: call.zone, ...shownTo(call), take: mostGroups + 1 };
  const rows: TableRow[] = [];
  for await (const piece of call.runtime.store.rows(table, call.asking)) {
    rows.push(...piece);
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
  const names = query.columns.map(({ name }) => name);
  const partly = partlyListed(call, { entity: route.entity, filter, bound, paths: groups.paths });
  return tagged({
    Groups: merged(rows, query).map((row) => groupOf(row, names)),
    ...(rows.length > mostGroups ? { IsGroupsCapped: true } : {}),
    ...(partly.length > 0 ? { IsPartial: true } : {}),
  });
}

/**
 * Texts that compare as equal form one group, as the condition that finds its records does not tell them apart.
 * Of too many rows, the last group is left out: the rest of its rows were not read.
 */
function merged(rows: readonly TableRow[], { columns }: QueryModel): readonly TableRow[] {
  const { field } = columns[0]?.place ?? {};
  const isCapped = rows.length > mostGroups;
  if (!field || columns[0]?.per || comparisonOf(field) !== 'words')
    return isCapped ? rows.slice(0, mostGroups) : rows;
  const byKey = new Map<string | null, TableRow>();
  for (const row of rows) {
    const key = typeof row[0] === 'string' ? textKey(row[0]) : null;
    const known = byKey.get(key);
    const sum = (value: unknown, at: number) => added(columns[at], value, row[at]);
    byKey.set(key, known ? known.map(sum) : row);
  }
  const groups = [...byKey.values()];
  return isCapped ? groups.slice(0, -1) : groups;
}

/** A count or a sum of both; sums of decimals have no noise of binary fractions. */
function added(column: QueryModel['columns'][number] | undefined, one: unknown, other: unknown): unknown {
  if (column?.aggregate === undefined) return one;
  if ((one ?? null) === null && (other ?? null) === null) return null;
  const sum = Number(one ?? 0) + Number(other ?? 0);
  const scale = column.place?.field.scale;
  return scale === undefined ? sum : Number(sum.toFixed(scale));
}

function queryFor({ runtime: { model }, features }: OperationCall, { entity }: RouteModel, groups: Groups) {
  const { query, label } = groups;
  const isNamed = !label || accessAlong(model, entity, label.path).every((one) => isAllowed(one, features));
  return isNamed ? query : label.without;
}

function groupOf(row: TableRow, names: readonly string[]): DataRecord {
  const entries = names.map((name, at) => [name, row[at] ?? null] as const);
  const totals = entries.filter(([name]) => name.startsWith('Total')).map(([, value]) => value);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith('Total'))),
    ...(totals.length > 0 ? { Totals: totals } : {}),
  };
}
