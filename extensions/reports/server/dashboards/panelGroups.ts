/** The groups of a panel: the largest as they are, the others as one, each with the condition of its records. */

import type { DataRecord } from '#engine';
import { kinds, operatorsOf, periodDays, type QueryColumn, type QueryFilter, type QueryModel } from '#engine';
import { type Asked, type OperationCall, queryPage, refusals, type TableRow } from '#server/extension';
import type { Running } from '../Running.ts';
import { issueAt } from '../reportRecords.ts';
import type { Looking, Narrowing } from './narrowing.ts';
import { type PanelQuery, panelQuery } from './panelQuery.ts';

/** The query of a panel, and the condition that its report adds. */
export type PanelSource = PanelQuery & {
  readonly where?: Asked['where'];
  readonly reportName?: unknown;
};

/** A group as a reader names it: its raw keys, an empty text for no value, or all groups that are not shown. */
export type Group = {
  readonly Label?: string | null | undefined;
  readonly Split?: string | null | undefined;
  readonly IsOthers?: boolean | null | undefined;
};

/** The records of a report, grouped or measured as its panel says. */
export function reportSource({ call }: Looking, panel: DataRecord, { records, asked }: Running): PanelSource {
  if (!records.data || !asked)
    throw refusals.invalid({ issues: [issueAt('/Column', 'dashboard.report.column')], entity: 'dashboard' });
  const own = { ...panel, Entity: records.data.entity.id, Aggregate: 'count', Narrowing: [] };
  const narrowing: Narrowing = {
    filtersOf: () => [...(asked.query.filters ?? [])],
    parametersOf: () => ({}),
    chosenOf: () => [],
    withoutMeaning: () => [],
  };
  const { where } = asked.query;
  const reportName = records.configuration.ReportConfigurationName;
  return { ...panelQuery(call, own, narrowing), reportName, ...(where ? { where } : {}) };
}

type Page = Awaited<ReturnType<typeof queryPage>>;

/** The rows of a panel; where it has more groups than it shows, the others are measured as one. */
export async function shownGroups(
  call: OperationCall,
  source: PanelSource,
  most: number,
): Promise<Page & { readonly others?: TableRow }> {
  const { query } = source;
  const asked = (own: QueryModel) => askedOf(source, own);
  const { limit } = query;
  if (limit === undefined || !addsOthers(source))
    return queryPage(call, asked(query), { number: 1, size: most });
  const more = await queryPage(call, asked({ ...query, limit: limit + 1 }), { number: 1, size: limit + 1 });
  if (more.rows.length <= limit) return { ...more, query };
  const rows = more.rows.slice(0, limit);
  const { label = 0 } = source;
  const measures = query.columns.filter((_, at) => at !== label);
  const rest = notAmong(
    query,
    label,
    rows.map((row) => String(row[label] ?? '')),
  );
  const { limit: _, ...whole } = {
    ...query,
    columns: measures,
    sort: [],
    filters: [...query.filters, ...rest],
  };
  const { rows: found } = await queryPage(call, asked(whole), { number: 1, size: 1 });
  const others = [...(found[0] ?? [])];
  others.splice(label, 0, null);
  return { ...more, query, rows, total: rows.length, others };
}

export const askedOf = ({ parameters, where }: PanelSource, query: QueryModel): Asked => ({
  ...{ query, parameters },
  ...(where ? { where } : {}),
});

/** Periods and split groups are not ranked, so nothing of them is left over; of a declared query, its author says. */
function addsOthers({ declared, query, label, split }: PanelSource): boolean {
  const column = query.columns[label ?? -1];
  return declared !== undefined && column !== undefined && split === undefined && isCondition(column);
}

/** Whether the records of each group can be found by its values. */
export function isOpened({ query, label, split }: PanelQuery, hidden: ReadonlySet<string>): boolean {
  const groups = [label, split].flatMap((place) => query.columns[place ?? -1] ?? []);
  return groups.every((column) => isCondition(column, true) && !hidden.has(column.name));
}

function isCondition({ place, per }: QueryColumn, takesPeriod = false): boolean {
  if (!place || kinds[place.field.kind].elements) return false;
  if (per) return takesPeriod;
  return place.lookupMember !== undefined || operatorsOf(place.field.kind).includes('eq');
}

/** The condition of a group's records on a query that has its columns at these places. */
export function groupFilters(
  query: QueryModel,
  { label, split }: { readonly label: number | undefined; readonly split: number | undefined },
  group: Group & { readonly shown?: readonly string[] },
): readonly QueryFilter[] {
  const of = (place: number | undefined, key: string | null | undefined) => {
    const column = query.columns[place ?? -1];
    return column && typeof key === 'string' ? equalTo(column, key) : [];
  };
  const rest = group.IsOthers && label !== undefined ? notAmong(query, label, group.shown ?? []) : [];
  return [...of(label, group.IsOthers ? undefined : group.Label), ...of(split, group.Split), ...rest];
}

function equalTo(column: QueryColumn, key: string): readonly QueryFilter[] {
  if (!column.per || key === '') return [comparing(column, 'eq', key)];
  if (!periods[column.per].test(key))
    throw refusals.invalid({
      issues: [issueAt('/Group/Label', 'dashboard.group.unknown')],
      entity: 'dashboard',
    });
  const { from, to } = periodDays(column.per, key);
  return [comparing(column, 'ge', from), comparing(column, 'lt', to)];
}

const periods = {
  year: /^\d{4}$/,
  quarter: /^\d{4}-Q[1-4]$/,
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  day: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
};

function notAmong(query: QueryModel, label: number, keys: readonly string[]): readonly QueryFilter[] {
  const column = query.columns[label];
  return column ? keys.map((key) => comparing(column, 'ne', key)) : [];
}

function comparing(
  { place, path = '' }: QueryColumn,
  operator: 'eq' | 'ne' | 'ge' | 'lt',
  value: string,
): QueryFilter {
  if (!place) throw new Error('A measure is no group.');
  const within = place.lookupMember ? path.split('.').slice(-2).join('.') : place.field.path;
  return { path, place, within, operator, value, isRequired: false };
}
