/** The rows of a report over records: a query of the store where all its columns are stored, else record by record. */
import { compileQuery, type QueryModel, type SheetValue } from '#engine';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { answersOf } from '../../operations/loadRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { queryColumn } from '../../queries/columnValues.ts';
import { type Asked, queryPage, queryRows } from '../../queries/runQuery.ts';
import { shownPath } from '../../queries/shownPath.ts';
import type { RecordColumn } from '../../sheets/recordColumns.ts';
import { recordRows } from '../../sheets/recordRows.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import type { TableRow } from '../../store/tableQuery.ts';
import type { RecordQuery } from '../../store/types.ts';

export type Rows = AsyncGenerator<readonly SheetValue[], void, undefined>;

export type RowsAsked = {
  readonly plan: EntityPlan;
  readonly query: RecordQuery;
  readonly columns: readonly RecordColumn[];
  readonly saying: SheetSaying;
};

export async function* reportRows(call: OperationCall, asked: RowsAsked): Rows {
  const { plan, query, columns } = asked;
  const table = tableOf(asked);
  if (!table) {
    yield* recordRows(call, plan, query, columns);
    return;
  }
  const say = sayingOf(asked, table);
  for await (const row of queryRows(call, whereOf(asked, table)).rows) yield say(row);
}

type Page = { readonly number: number; readonly size: number };

/** So many of them, and how many there are in all: a long list costs no more than a short one. */
export async function reportPage(
  call: OperationCall,
  asked: RowsAsked,
  page: Page,
): Promise<{ readonly rows: readonly (readonly SheetValue[])[]; readonly total: number }> {
  const { plan, query, columns } = asked;
  const table = tableOf(asked);
  if (table) {
    const found = await queryPage(call, whereOf(asked, table), page);
    return { rows: found.rows.map(sayingOf(asked, table)), total: found.total };
  }
  const { store } = call.runtime;
  const { items, total } = await store.find({ ...query, page, total: true });
  const answers = await answersOf({ call, session: store }, plan, items);
  return { rows: answers.map((answer) => columns.map(({ cell }) => cell(answer))), total };
}

const whereOf = ({ query: { filter } }: RowsAsked, query: QueryModel): Asked => ({
  query,
  ...(filter ? { where: filter } : {}),
});

/** A row of the query as the report says it. */
function sayingOf({ columns, saying }: RowsAsked, table: QueryModel) {
  const cells = table.columns.slice(0, columns.length).map((column) => queryColumn(column, saying).cell);
  return (row: TableRow): readonly SheetValue[] => cells.map((cell, at) => cell(row[at]));
}

/** Its columns, and what it is sorted by behind them; none where something is worked out at every read. */
function tableOf({ plan, query, columns, saying: { model } }: RowsAsked): QueryModel | undefined {
  const from = plan.entity.id;
  const sort = [...(query.sort ?? []), { path: 'Id', direction: 'asc' }];
  const { query: table } = compileQuery(
    {
      ...{ $id: 'report', title: 'report', from },
      columns: [
        ...columns.map(({ path }, at) => ({ path: shownPath(model, from, path), name: `c${at}` })),
        ...sort.map(({ path }, at) => ({ path, name: `s${at}` })),
      ],
      sort: sort.map(({ direction }, at) => `${direction === 'desc' ? '-' : ''}s${at}`),
    },
    model,
  );
  return table;
}
