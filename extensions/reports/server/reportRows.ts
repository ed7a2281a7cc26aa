/** Rows of a report over records: a query of the store, plus derived values from the records. */
import {
  compileQuery,
  type DataRecord,
  type QueryFinding,
  type QueryModel,
  queryLimits,
  type SheetValue,
} from '#engine';
import {
  among,
  answersOf,
  type EntityPlan,
  type OperationCall,
  queryColumn,
  queryPage,
  queryRows,
  type RecordColumn,
  refusals,
  type SheetSaying,
  shownPath,
  type TableRow,
} from '#server/extension';
import type { RecordsAsked } from './reportQuery.ts';
import { issueAt } from './reportRecords.ts';

export type Rows = AsyncGenerator<readonly SheetValue[], void, undefined>;

export type RowsAsked = {
  readonly plan: EntityPlan;
  readonly query: RecordsAsked;
  readonly columns: readonly RecordColumn[];
  readonly saying: SheetSaying;
};

/** Rows whose records are loaded at once. */
const batch = 500;

export async function* reportRows(call: OperationCall, asked: RowsAsked): Rows {
  const table = tableOf(asked);
  const { where } = asked.query;
  let held: TableRow[] = [];
  for await (const row of queryRows(call, { query: table.query, ...(where ? { where } : {}) }).rows) {
    if (table.isWhole) {
      yield table.say(row, nothing);
      continue;
    }
    held.push(row);
    if (held.length < batch) continue;
    yield* await said(call, asked, { table, rows: held });
    held = [];
  }
  if (held.length > 0) yield* await said(call, asked, { table, rows: held });
}

type Page = { readonly number: number; readonly size: number };

/** A page of rows and the total; its cost does not depend on the length of the list. */
export async function reportPage(
  call: OperationCall,
  asked: RowsAsked,
  page: Page,
): Promise<{ readonly rows: readonly (readonly SheetValue[])[]; readonly total: number }> {
  const table = tableOf(asked);
  const { where } = asked.query;
  const found = await queryPage(call, { query: table.query, ...(where ? { where } : {}) }, page);
  return { rows: await said(call, asked, { table, rows: found.rows }), total: found.total };
}

type Table = {
  readonly query: QueryModel;
  /** Converts a row of the query to report values; missing ones come from the record. */
  readonly say: (row: TableRow, record: DataRecord) => readonly SheetValue[];
  /** True when no record has to be loaded. */
  readonly isWhole: boolean;
};

const nothing: DataRecord = {};

/** Columns of a row: the record's id, then sort values, then displayed values. */
function tableOf({ plan, query: asked, columns, saying }: RowsAsked): Table {
  const { model } = saying;
  const from = plan.entity.id;
  const [sort, filters] = [asked.sort ?? [], asked.filters ?? []];
  const compile = (shown: readonly number[]) =>
    compileQuery(
      {
        ...{ $id: 'report', title: 'report', from, filters: [...filters] },
        columns: [
          { path: 'Id', name: 'id' },
          ...sort.map(({ path }, at) => ({ path: shownPath(model, from, path), name: `s${at}` })),
          ...shown.map((at) => ({ path: shownPath(model, from, columns[at]?.path ?? ''), name: `c${at}` })),
        ],
        sort: [...sort.map(({ direction }, at) => `${direction === 'desc' ? '-' : ''}s${at}`), 'id'],
      },
      model,
    );
  const before = 1 + sort.length;
  const most = queryLimits.columns - before;
  const all = columns.map((_, at) => at).slice(0, most);
  const first = compile(all);
  const left = new Set(first.findings.map(({ path }) => Number(path.split('/')[2]) - before));
  const shown = first.query ? all : all.filter((at) => !left.has(at));
  const { query, findings } = first.query ? first : compile(shown);
  if (!query) throw unfit(findings);
  const cells = columns.map((column, at) => {
    const place = shown.indexOf(at);
    const own = place < 0 ? undefined : query.columns[before + place];
    if (!own) return (_: TableRow, record: DataRecord) => column.cell(record);
    const { cell } = queryColumn(own, saying);
    return (row: TableRow) => cell(row[before + place]);
  });
  const say: Table['say'] = (row, record) => cells.map((cell) => cell(row, record));
  return { query, say, isWhole: shown.length === columns.length };
}

const unfit = (findings: readonly QueryFinding[]) =>
  refusals.invalid({
    issues: findings.map(({ path, code, params }) => issueAt(path, `query.mistake.${code}`, params)),
    entity: 'report',
  });

type Read = { readonly table: Table; readonly rows: readonly TableRow[] };

/** Converts rows of the query to report values. */
async function said(
  call: OperationCall,
  { plan }: RowsAsked,
  { table: { say, isWhole }, rows }: Read,
): Promise<readonly (readonly SheetValue[])[]> {
  if (isWhole) return rows.map((row) => say(row, nothing));
  const ids = rows.map(([id]) => String(id));
  const records = await recordsById(call, plan, ids);
  return rows.map((row) => say(row, records.get(String(row[0])) ?? nothing));
}

async function recordsById(
  call: OperationCall,
  plan: EntityPlan,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DataRecord>> {
  const { store } = call.runtime;
  const { items } = await store.find({ entity: plan.entity.id, filter: among('Id', ids) });
  const answers = await answersOf({ call, session: store }, plan, items);
  return new Map(answers.map((answer) => [String(answer.Id), answer]));
}
