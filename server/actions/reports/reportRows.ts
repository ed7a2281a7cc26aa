/** The rows of a report over records: a query of the store; what is worked out at every read comes from the records. */
import {
  compileQuery,
  type DataRecord,
  type QueryFinding,
  type QueryModel,
  queryLimits,
  type SheetValue,
} from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { among } from '../../operations/filters.ts';
import { answersOf } from '../../operations/loadRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { queryColumn } from '../../queries/columnValues.ts';
import { queryPage, queryRows } from '../../queries/runQuery.ts';
import { shownPath } from '../../queries/shownPath.ts';
import type { RecordColumn } from '../../sheets/recordColumns.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import type { TableRow } from '../../store/tableQuery.ts';
import type { RecordsAsked } from './reportQuery.ts';
import { issueAt } from './reportRecords.ts';

export type Rows = AsyncGenerator<readonly SheetValue[], void, undefined>;

export type RowsAsked = {
  readonly plan: EntityPlan;
  readonly query: RecordsAsked;
  readonly columns: readonly RecordColumn[];
  readonly saying: SheetSaying;
};

/** Rows whose records are looked up at once. */
const batch = 500;

export async function* reportRows(call: OperationCall, asked: RowsAsked): Rows {
  const table = tableOf(asked);
  const { where } = asked.query;
  let held: TableRow[] = [];
  for await (const row of queryRows(call, { query: table.query, ...(where ? { where } : {}) }).rows) {
    held.push(row);
    if (!table.isWhole && held.length < batch) continue;
    yield* await said(call, asked, { table, rows: held });
    held = [];
  }
  if (held.length > 0) yield* await said(call, asked, { table, rows: held });
}

type Page = { readonly number: number; readonly size: number };

/** So many of them, and how many there are in all: a long list costs no more than a short one. */
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
  /** Of each column of the report its place in a row of the query; undefined where its record has to be read. */
  readonly places: readonly (number | undefined)[];
  readonly isWhole: boolean;
};

/** The id of the record stands first in a row, then what rows are sorted by, then what is shown. */
function tableOf({ plan, query: asked, columns, saying: { model } }: RowsAsked): Table {
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
  const places = columns.map((_, at) => {
    const place = shown.indexOf(at);
    return place < 0 ? undefined : before + place;
  });
  return { query, places, isWhole: !places.includes(undefined) };
}

const unfit = (findings: readonly QueryFinding[]) =>
  refusals.invalid({
    issues: findings.map(({ path, code, params }) => issueAt(path, `query.mistake.${code}`, params)),
    entity: 'report',
  });

type Read = { readonly table: Table; readonly rows: readonly TableRow[] };

/** Rows of the query as the report says them. */
async function said(
  call: OperationCall,
  { plan, columns, saying }: RowsAsked,
  { table: { query, places, isWhole }, rows }: Read,
): Promise<readonly (readonly SheetValue[])[]> {
  const cells = query.columns.map((column) => queryColumn(column, saying).cell);
  const records = isWhole
    ? new Map<string, DataRecord>()
    : await recordsById(
        call,
        plan,
        rows.map(([id]) => String(id)),
      );
  return rows.map((row) => {
    const record = records.get(String(row[0])) ?? {};
    return columns.map(({ cell }, at) => {
      const place = places[at];
      return place === undefined ? cell(record) : (cells[place]?.(row[place]) ?? null);
    });
  });
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
