/** The rows of the data sets that a layout shows, under the rights of whoever runs it. */

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
import { shownSets } from './ownLayout.ts';
import { recordsColumn } from './reportColumn.ts';
import { authorizeData } from './reportNeeds.ts';
import type { RecordsAsked } from './reportQuery.ts';
import { issueAt } from './reportRecords.ts';
import { reportRows } from './reportRows.ts';

type Asking = {
  readonly call: OperationCall;
  readonly layout: ReportLayout;
  readonly saying: Saying;
  readonly sheet: SheetSaying;
  /** What the report itself names, for a data set that is bound to nothing. */
  readonly dataSet: string;
  /** Of the data set that the filters of the report narrow. */
  readonly query: RecordsAsked | undefined;
  /** Of rows of a declared query, which come in its own order. */
  readonly sort: readonly { readonly name: string; readonly isDescending: boolean }[];
};

export async function layoutRows(asking: Asking): Promise<ReadonlyMap<string, DataRows>> {
  const found = new Map<string, DataRows>();
  for (const set of shownSets(asking.layout)) found.set(set.name, await rowsOfSet(asking, set));
  return found;
}

async function rowsOfSet(asking: Asking, set: DataSetLayout): Promise<DataRows> {
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
  // What the filters of the report say has been asked of the store.
  const rest = set.filters.filter(({ values }) =>
    values.every((value) => typeof value !== 'object' || value?.kind !== 'parameter'),
  );
  return narrowed(asking, set, { fields: named, rows }, rest);
}

/** A statement or a procedure that is bound to nothing takes what the report names. */
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
    const column = recordsColumn(plan.entity, path, sheet);
    return column && isReadablePath(call, plan.entity.id, path) ? column : undefined;
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
  // What does not exist, or what the person may not see, is empty.
  for await (const row of rows) yield places.map((place) => row[place] ?? null);
}

async function sorted({ call, saying, sort }: Asking, data: DataRows): Promise<DataRows> {
  const fields = new Map(data.fields.map(({ name }, index) => [name, index]));
  const by = sort
    .filter(({ name }) => fields.has(name))
    .map(({ name, isDescending }) => ({ by: { kind: 'field', name } as const, isDescending }));
  return { ...data, rows: await call.budget.run(sortRows(data.rows, by, { saying, fields, extents: [] })) };
}

/** With the fields that are worked out, and without the rows that the data set leaves out. */
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

/** Formulas begin anew after each part. */
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
