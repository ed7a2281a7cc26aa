/** The rows of the data sets that a layout shows, under the rights of whoever runs it. */
import {
  type DataRows,
  type DataSetLayout,
  filterRows,
  type ReportLayout,
  runFormula,
  type Saying,
  type SheetValue,
} from '#engine';
import { Refusal, refusals } from '../../errors/Refusal.ts';
import { authorize, isAllowed } from '../../operations/authorize.ts';
import { guardedPaths } from '../../operations/guardedPaths.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { type RecordColumn, recordColumn } from '../../sheets/recordColumns.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import type { RecordQuery } from '../../store/types.ts';
import { dataOf, issueAt } from './reportRecords.ts';
import { reportRows } from './reportRows.ts';

/** Groups and sums need all the rows at hand. */
const mostRows = 100_000;

type Asking = {
  readonly call: OperationCall;
  readonly layout: ReportLayout;
  readonly saying: Saying;
  readonly sheet: SheetSaying;
  /** Of the data set that the filters of the report narrow. */
  readonly query: RecordQuery | undefined;
};

export async function layoutRows(asking: Asking): Promise<ReadonlyMap<string, DataRows>> {
  const { layout } = asking;
  const shown = new Set(
    layout.body.flatMap(({ item }) =>
      item.kind === 'tablix' || item.kind === 'chart' ? [item.dataSet] : [],
    ),
  );
  const [first] = layout.dataSets;
  const needed = layout.dataSets.filter((set) => set === first || shown.has(set.name));
  const found = new Map<string, DataRows>();
  for (const set of needed) found.set(set.name, await rowsOfSet(asking, set));
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
  const columns = columnsOf(asking, set);
  const named = fields.map((field, index) => ({ ...field, format: columns[index]?.format ?? field.format }));
  const rows: (readonly SheetValue[])[] = [];
  for await (const row of recordsOf(asking, set, columns)) {
    if (rows.length >= mostRows)
      throw new Refusal('too-large', 'report.too-many-rows', { params: { limit: mostRows } });
    rows.push(row);
    if (asking.call.budget.isDue()) await asking.call.budget.yieldTurn();
  }
  // What the filters of the report say has been asked of the store.
  const rest = set.filters.filter(({ values }) =>
    values.every((value) => typeof value !== 'object' || value?.kind !== 'parameter'),
  );
  return narrowed(asking, set, { fields: named, rows }, rest);
}

function columnsOf({ call, sheet }: Asking, { query, fields, line }: DataSetLayout) {
  const plan = dataOf(call, query);
  if (!plan)
    throw refusals.invalid({
      issues: [issueAt('/DataSet', 'report.data.undeclared', { name: query.slice(0, 60), line })],
      entity: 'report',
    });
  authorize(plan.entity.policy.view, call.features);
  return fields.map(({ path, formula }): RecordColumn | undefined => {
    if (formula) return undefined;
    const column = recordColumn(plan.entity, path, sheet);
    const asked = { entity: plan.entity.id, sort: [{ path, direction: 'asc' as const }] };
    const isSeen = guardedPaths(sheet.model, asked).every(({ access }) => isAllowed(access, call.features));
    return column && isSeen ? column : undefined;
  });
}

async function* recordsOf(
  { call, query, sheet }: Asking,
  { query: name }: DataSetLayout,
  columns: readonly (RecordColumn | undefined)[],
): AsyncGenerator<readonly SheetValue[]> {
  const plan = dataOf(call, name);
  if (!plan) return;
  const asked = query?.entity === plan.entity.id ? query : { entity: plan.entity.id };
  const known = columns.flatMap((column) => column ?? []);
  const places = columns.map((column) => (column ? known.indexOf(column) : -1));
  const rows = reportRows(call, { plan, query: asked, columns: known, saying: sheet });
  // What does not exist, or what the person may not see, is empty.
  for await (const row of rows) yield places.map((place) => row[place] ?? null);
}

/** With the fields that are worked out, and without the rows that the data set leaves out. */
function narrowed(
  { saying }: Asking,
  set: DataSetLayout,
  data: DataRows,
  filters: DataSetLayout['filters'],
): DataRows {
  const fields = new Map(set.fields.map(({ name }, index) => [name, index]));
  const around = { saying, fields, extents: [{ name: set.name, rows: data.rows }] };
  const isWorkedOut = set.fields.some(({ formula }) => formula);
  const rows = isWorkedOut
    ? data.rows.map((row) =>
        row.map((value, index) => {
          const formula = set.fields[index]?.formula;
          return formula ? runFormula(formula, { ...around, row }) : value;
        }),
      )
    : data.rows;
  return { ...data, rows: filterRows(rows, filters, { ...around, extents: [{ name: set.name, rows }] }) };
}

function typed(value: SheetValue, format: DataRows['fields'][number]['format']): SheetValue {
  const isNumber = format === 'integer' || format === 'number' || format === 'money';
  return isNumber && typeof value === 'string' && !Number.isNaN(Number(value)) ? Number(value) : value;
}
