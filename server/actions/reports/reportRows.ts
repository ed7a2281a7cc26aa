/** The rows of a report over records: a query of the store where all its columns are stored, else record by record. */
import { compileQuery, type QueryModel, type SheetValue } from '#engine';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { queryColumn } from '../../queries/columnValues.ts';
import { queryRows } from '../../queries/runQuery.ts';
import { shownPath } from '../../queries/shownPath.ts';
import type { RecordColumn } from '../../sheets/recordColumns.ts';
import { recordRows } from '../../sheets/recordRows.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import type { RecordQuery } from '../../store/types.ts';

export type Rows = AsyncGenerator<readonly SheetValue[], void, undefined>;

export type RowsAsked = {
  readonly plan: EntityPlan;
  readonly query: RecordQuery;
  readonly columns: readonly RecordColumn[];
  readonly saying: SheetSaying;
};

export async function* reportRows(call: OperationCall, asked: RowsAsked): Rows {
  const { plan, query, columns, saying } = asked;
  const table = tableOf(asked);
  if (!table) {
    yield* recordRows(call, plan, query, columns);
    return;
  }
  const cells = table.columns.slice(0, columns.length).map((column) => queryColumn(column, saying).cell);
  const { rows } = queryRows(call, { query: table, ...(query.filter ? { where: query.filter } : {}) });
  for await (const row of rows) yield cells.map((cell, at) => cell(row[at]));
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
