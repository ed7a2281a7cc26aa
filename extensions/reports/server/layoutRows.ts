/** The rows of the data sets in a layout, with the caller's rights. */

import type { SheetValue } from '#engine';
import {
  type DataRows,
  type DataSetLayout,
  filterRows,
  type ReportLayout,
  runFormula,
  type Saying,
  sortRows,
} from '#extensions/reports/engine';
import {
  type EntityPlan,
  isReadablePath,
  type OperationCall,
  type RecordColumn,
  refusals,
  type SheetSaying,
} from '#server/extension';
import { type BoundData, boundName, dataNamed } from './boundData.ts';
import { declaredRows, mostRows, tooManyRows } from './declaredRows.ts';
import { isInRegion, shownSets } from './ownLayout.ts';
import { fieldPath } from './proposeData.ts';
import { recordsColumn } from './reportColumn.ts';
import { authorizeData } from './reportNeeds.ts';
import type { RecordsAsked } from './reportQuery.ts';
import { issueAt } from './reportRecords.ts';
import { reportRows } from './reportRows.ts';

type Asking = {
  readonly call: OperationCall;
  readonly saying: Saying;
  readonly sheet: SheetSaying;
  /** The report's own data, for an unbound data set. */
  readonly dataSet: string;
  /** For the data set that the filters of the report apply to. */
  readonly query: RecordsAsked | undefined;
  /** For rows of a declared query, which come in its own order. */
  readonly sort: readonly { readonly name: string; readonly isDescending: boolean }[];
};

export async function layoutRows(
  asking: Asking & { readonly layout: ReportLayout },
): Promise<ReadonlyMap<string, DataRows>> {
  const found = new Map<string, DataRows>();
  const { layout, call } = asking;
  for (const set of shownSets(layout)) {
    // The report's own data are not those that a formula means: it shows an error instead.
    if (!isBound(call, set) && set !== layout.dataSets[0] && !isInRegion(layout, set.name)) continue;
    found.set(set.name, await rowsOfSet(asking, set));
  }
  return found;
}

/** Whether its rows are entered in the file, or those of a declared query or an entity. */
export const isBound = ({ runtime }: OperationCall, set: DataSetLayout): boolean =>
  set.entered !== undefined || boundName(runtime.model, set) !== undefined;

export async function rowsOfSet(asking: Asking, set: DataSetLayout): Promise<DataRows> {
  const fields = set.fields.map(({ name, format }) => ({ name, format }));
  if (set.entered) {
    const rows = set.entered.map((row) =>
      set.fields.map(({ path, format }) => typed(row[path] ?? null, format)),
    );
    return narrowed(asking, set, { fields, rows }, set.filters);
  }
  const { data: plan, query } = dataOfSet(asking, set);
  if (query)
    return sorted(asking, await narrowed(asking, set, await declaredRows(asking, set, query), set.filters));
  const columns = columnsOf(asking, set, plan);
  const named = fields.map((field, index) => ({ ...field, format: columns[index]?.format ?? field.format }));
  const rows: (readonly SheetValue[])[] = [];
  for await (const row of recordsOf(asking, plan, columns)) {
    if (rows.length >= mostRows) throw tooManyRows();
    rows.push(row);
    if (asking.call.budget.isDue()) await asking.call.budget.yieldTurn();
  }
  // The filters of the report are already part of the query.
  const rest = set.filters.filter(({ values }) =>
    values.every((value) => typeof value !== 'object' || value?.kind !== 'parameter'),
  );
  return narrowed(asking, set, { fields: named, rows }, rest);
}

/** Unbound SQL or procedures use the report's own data. */
function dataOfSet({ call, dataSet }: Asking, set: DataSetLayout): BoundData {
  const found = dataNamed(call, boundName(call.runtime.model, set) ?? dataSet);
  if (!found.data && !found.query)
    throw refusals.invalid({
      issues: [
        issueAt('/DataSet', 'report.data.undeclared', { name: set.query.slice(0, 60), line: set.line }),
      ],
      entity: 'report',
    });
  authorizeData(call, found);
  return found;
}

function columnsOf(
  { call, sheet }: Asking,
  { fields }: DataSetLayout,
  plan: EntityPlan | undefined,
): readonly (RecordColumn | undefined)[] {
  return fields.map(({ path, formula }) => {
    if (formula || !plan) return undefined;
    const named = fieldPath(call.runtime.model, plan.entity, path);
    const column = named === undefined ? undefined : recordsColumn(plan.entity, named, sheet);
    return column && isReadablePath(call, plan.entity.id, named ?? '') ? column : undefined;
  });
}

async function* recordsOf(
  { call, query, sheet }: Asking,
  plan: EntityPlan | undefined,
  columns: readonly (RecordColumn | undefined)[],
): AsyncGenerator<readonly SheetValue[]> {
  if (!plan) return;
  const asked = query?.entity === plan.entity.id ? query : { entity: plan.entity.id };
  const known = columns.flatMap((column) => column ?? []);
  const places = columns.map((column) => (column ? known.indexOf(column) : -1));
  const rows = reportRows(call, { plan, query: asked, columns: known, saying: sheet });
  // Columns that do not exist or are hidden are empty.
  for await (const row of rows) yield places.map((place) => row[place] ?? null);
}

async function sorted({ call, saying, sort }: Asking, data: DataRows): Promise<DataRows> {
  const fields = new Map(data.fields.map(({ name }, index) => [name, index]));
  const by = sort
    .filter(({ name }) => fields.has(name))
    .map(({ name, isDescending }) => ({ by: { kind: 'field', name } as const, isDescending }));
  return { ...data, rows: await call.budget.run(sortRows(data.rows, by, { saying, fields, extents: [] })) };
}

/** Adds calculated fields and removes the rows that the data set filters out. */
async function narrowed(
  { saying, call: { budget } }: Asking,
  set: DataSetLayout,
  data: DataRows,
  filters: DataSetLayout['filters'],
): Promise<DataRows> {
  const fields = new Map(set.fields.map(({ name }, index) => [name, index]));
  const around = { saying, fields, extents: [{ name: set.name, rows: data.rows }] };
  const rows: (readonly SheetValue[])[] = [];
  const isWorkedOut = set.fields.some(({ formula }) => formula);
  for (const row of isWorkedOut ? data.rows : []) {
    rows.push(
      row.map((value, index) => {
        const formula = set.fields[index]?.formula;
        return formula ? runFormula(formula, { ...around, row }) : value;
      }),
    );
    saying.meter?.rest();
    if (budget.isDue()) await budget.yieldTurn();
  }
  const known = isWorkedOut ? rows : data.rows;
  const scope = { ...around, extents: [{ name: set.name, rows: known }] };
  return { ...data, rows: await budget.run(resting(filterRows(known, filters, scope), saying)) };
}

/** The formula budget is reset after each part. */
function* resting<Result>(
  parts: Generator<undefined, Result>,
  { meter }: Saying,
): Generator<undefined, Result> {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    meter?.rest();
    yield;
  }
}

function typed(value: SheetValue, format: DataRows['fields'][number]['format']): SheetValue {
  const isNumber = format === 'integer' || format === 'number' || format === 'money';
  return isNumber && typeof value === 'string' && !Number.isNaN(Number(value)) ? Number(value) : value;
}
