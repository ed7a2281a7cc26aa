/** The query of a panel: declared, or built from its entity and fields. */
import type { DataRecord, QueryModel } from '#engine';
import { type OperationCall, type QueryParameters, queryNamed, shownPath } from '#server/extension';
import { dayOf } from '../reportDays.ts';
import { rowsOf } from '../reportRecords.ts';
import { compiledQuery, type QueryToCompile } from './compiledQuery.ts';
import type { Narrowing } from './narrowing.ts';

export type PanelQuery = {
  readonly query: QueryModel;
  readonly parameters: QueryParameters;
  /** Indexes of the columns for axis, series and measure. */
  readonly label: number | undefined;
  readonly split: number | undefined;
  readonly value: number | undefined;
  /** Of a panel over an entity: what its query was built from. */
  readonly declared?: QueryToCompile;
};

/** The name of the measured column in a built query. */
const measured = 'Measured';
const usualMost = 20;
const mostPoints = 500;

export function panelQuery(call: OperationCall, panel: DataRecord, narrowing: Narrowing): PanelQuery {
  return panel.Query ? declaredQuery(call, panel, narrowing) : entityQuery(call, panel, narrowing);
}

function declaredQuery(call: OperationCall, panel: DataRecord, narrowing: Narrowing): PanelQuery {
  const query = queryNamed(call, panel.Query);
  const { columns } = query;
  const at = (name: unknown) => columns.findIndex((column) => column.name === name);
  const found = (name: unknown, otherwise: number) => (at(name) >= 0 ? at(name) : otherwise);
  const placed = (place: number) => (place >= 0 ? place : undefined);
  const label = found(
    panel.Column,
    columns.findIndex(({ aggregate }) => !aggregate),
  );
  const value = found(
    panel.Value,
    columns.findIndex(({ aggregate }) => aggregate),
  );
  return {
    query,
    parameters: narrowing.parametersOf(query),
    ...{ label: placed(label), split: placed(at(panel.SplitBy)), value: placed(value) },
  };
}

type Column = QueryToCompile['columns'][number];

function entityQuery(call: OperationCall, panel: DataRecord, narrowing: Narrowing): PanelQuery {
  const { model } = call.runtime;
  const from = String(panel.Entity ?? '');
  const shown = (path: unknown) => shownPath(model, from, String(path));
  const columns: Column[] = [];
  const group = panel.Column ? shown(panel.Column) : undefined;
  const isList = panel.Kind === 'table' && !group;
  const per = (panel.Per || undefined) as Column['per'];
  if (group && panel.Kind !== 'number') columns.push({ path: group, ...(per ? { per } : {}), name: 'Group' });
  const isSplit = group !== undefined && Boolean(panel.SplitBy) && panel.Kind !== 'number';
  if (isSplit) columns.push({ path: shown(panel.SplitBy), name: 'Split' });
  if (isList)
    for (const path of Array.isArray(panel.Columns) ? panel.Columns : [])
      columns.push({ path: shown(path), name: String(path) });
  else columns.push(measure(panel, shown));
  const declared: QueryToCompile = {
    ...{ $id: 'panel', title: 'panel', from, columns },
    filters: [...ownFilters(call, panel), ...narrowing.filtersOf(from)],
    sort: sortOf(panel, { isList, isGrouped: group !== undefined, first: columns[0]?.name }),
    limit: Number(panel.Most ?? (panel.Kind === 'line' || isSplit ? mostPoints : usualMost)),
  };
  const query = compiledQuery(call, declared);
  const split = isSplit ? 1 : undefined;
  const label = group && panel.Kind !== 'number' ? 0 : undefined;
  return { query, parameters: {}, label, split, value: isList ? undefined : columns.length - 1, declared };
}

function measure({ Aggregate, Value }: DataRecord, shown: (path: unknown) => string): Column {
  const aggregate = (Aggregate ?? 'count') as NonNullable<Column['aggregate']>;
  return aggregate === 'count' || !Value
    ? { aggregate: 'count', name: measured }
    : { path: aggregate === 'distinct' ? String(Value) : shown(Value), aggregate, name: measured };
}

type Sorting = {
  readonly isList: boolean;
  readonly isGrouped: boolean;
  readonly first: string | undefined;
};

/** Dates in calendar order, everything else largest first. */
function sortOf({ Kind, Per }: DataRecord, { isList, isGrouped, first }: Sorting): string[] {
  if (isList) return first ? [first] : [];
  if (!isGrouped || Kind === 'number') return [];
  return Kind === 'line' || Per ? ['Group'] : [`-${measured}`, 'Group'];
}

function ownFilters(call: OperationCall, panel: DataRecord): NonNullable<QueryToCompile['filters']> {
  return rowsOf(panel.Narrowing).map(({ Path, Operator, Value }) => {
    const text = String(Value ?? '');
    const value = text.startsWith('=') ? (dayOf(text, call.today) ?? text) : text;
    return { path: String(Path), operator: Operator as 'eq', value };
  });
}
