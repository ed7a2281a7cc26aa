/** Rows as a table: of a field, or of records that refer to the printed one. */
import {
  type DataRecord,
  type Decimal,
  type FieldModel,
  formatMessage,
  kinds,
  type PrintBlockModel,
  type PrintCellModel,
  type PrintedRows,
  plus,
  printedRows,
  readDecimal,
  systemFields,
  writeDecimal,
} from '#engine';
import { allOf, answersOf, equals, isAllowed, mayReadAny, ruleContext, usualOrder } from '#server/extension';
import type { Drawing } from './Drawing.ts';
import { mayRead } from './drawFields.ts';
import type { DrawnHead, DrawnTable } from './drawn.ts';
import { shownValue, valueAt } from './shownValue.ts';

/** Undefined when the reader may not see the rows. */
export function drawRows(drawing: Drawing, block: PrintBlockModel, title: string): DrawnTable | undefined {
  const { call, entity, record } = drawing;
  const rows = printedRows(call.runtime.model, entity, { block, kind: 'record' });
  if (rows?.source.kind !== 'rows' || !drawing.isRelevant(rows.source.field.name)) return undefined;
  const list = rows.source.field.name;
  const views = [entity.policy.fields[list]?.view, entity.policy.rows[list]?.view];
  if (views.some((view) => view && !isAllowed(view, call.features))) return undefined;
  const held = record[list];
  const all = (Array.isArray(held) ? held : []) as readonly DataRecord[];
  const cells = cellsOf(block, rows).filter(({ field }) => {
    const view = entity.policy.rows[`${list}.${field.split('.')[0]}`]?.view;
    return (!view || isAllowed(view, call.features)) && mayRead(drawing, `${list}.${field}`);
  });
  return tableOf(drawing, { rows, block, title, cells, records: all });
}

/** More related records are not printed, and the reader is told. */
const mostRelated = 5000;

export async function drawRelated(
  drawing: Drawing,
  block: PrintBlockModel,
  title: string,
): Promise<DrawnTable | undefined> {
  const { call, entity, record, warnings } = drawing;
  const { model, store, planOf, opens } = call.runtime;
  const rows = printedRows(model, entity, { block, kind: 'record' });
  if (rows?.source.kind !== 'related') return undefined;
  const { entity: of, through } = rows.source;
  const view = of.policy.fields[through.name]?.view;
  if (!mayReadAny(call, of) || (view && !isAllowed(view, call.features))) return undefined;
  const filter = allOf([equals(through.path, record.Id), await opens?.get(of.id)?.filter(call)]);
  const query = {
    entity: of.id,
    filter,
    sort: usualOrder(of),
    page: { number: 1, size: mostRelated },
    total: true,
  };
  const { items, total = items.length } = await store.find(query, call.asking);
  if (total > items.length)
    warnings.add(
      formatMessage(model, call.locale, 'print.rows-left-out', {
        shown: items.length,
        count: total - items.length,
      }),
    );
  const records = await answersOf({ call, session: store }, planOf(of.id), items);
  const cells = cellsOf(block, rows).filter(({ field }) => mayRead({ call, entity: of }, field));
  return tableOf(drawing, { rows, block, title, cells, records });
}

type Cells = readonly PrintCellModel[];

/** Without declared columns, all fields that fit into a cell. */
export function cellsOf({ cells }: Pick<PrintBlockModel, 'cells'>, { fields, source }: PrintedRows): Cells {
  if (cells) return cells;
  const through = source.kind === 'related' ? source.through : undefined;
  const shown = fields.filter((field) => field !== through && isPlain(field));
  return shown.map(({ name }) => ({ field: name, total: false, share: undefined }));
}

const isPlain = ({ name, kind }: FieldModel): boolean => !systemFields.has(name) && kinds[kind].query.isShown;

type Table = {
  readonly rows: PrintedRows;
  readonly block: PrintBlockModel;
  readonly title: string;
  readonly cells: Cells;
  readonly records: AsyncIterable<DataRecord> | Iterable<DataRecord>;
};

export function tableOf(
  drawing: Drawing,
  { rows, block, title, cells, records }: Table,
): DrawnTable | undefined {
  if (cells.length === 0) return undefined;
  const { call, saying } = drawing;
  const sums = cells.map(({ total }) => (total ? createSum() : undefined));
  async function* lines(): AsyncGenerator<readonly string[]> {
    for await (const record of records) {
      if (!isPrinted(drawing, block, record)) continue;
      yield cells.map(({ field: path }, index) => {
        const field = rows.resolve(path)?.field;
        const value = valueAt(rows, record, path);
        sums[index]?.add(value);
        return field ? shownValue(field, value, saying) : '';
      });
    }
  }
  return {
    ...{ kind: 'table', title, heads: cells.map((cell) => headOf(cell, rows, drawing)), rows: lines() },
    none: formatMessage(call.runtime.model, call.locale, 'print.none'),
    totals: () => {
      if (sums.every((sum) => sum === undefined)) return [];
      return sums.map((sum, index) => {
        const field = rows.resolve(cells[index]?.field ?? '')?.field;
        return sum && field ? shownValue(field, sum.value(), saying) : '';
      });
    },
  };
}

function headOf(
  { field: path, label, share }: PrintCellModel,
  rows: PrintedRows,
  { saying }: Drawing,
): DrawnHead {
  const { model, locale } = saying;
  const found = rows.resolve(path);
  const field = found?.field;
  const named = found?.through.at(-1) ?? field;
  const own = label?.[locale] ?? (named ? formatMessage(model, locale, named.label) : path);
  const isNumber = field !== undefined && kinds[field.kind].isNumeric === true && !field.lookup;
  return { label: own, isNumber, share: share ?? (field ? usualShare(field, isNumber) : 2) };
}

function usualShare(field: FieldModel, isNumber: boolean): number {
  if (isNumber || field.kind === 'boolean' || kinds[field.kind].day === 'day') return 2;
  return kinds[field.kind].normal === 'lines' ? 5 : 3;
}

/** A condition that cannot be evaluated leaves nothing out. */
function isPrinted({ call, record: outer }: Drawing, { where }: PrintBlockModel, row: DataRecord): boolean {
  if (!where) return true;
  const vars = {
    ...ruleContext(call, { action: 'get', previous: row, owner: undefined }),
    record: row,
    row,
    outer,
  };
  try {
    return where.evaluate({ root: row, vars }) === true;
  } catch {
    return true;
  }
}

/** Exact, whatever the number of rows. */
function createSum() {
  let sum: Decimal = { digits: 0n, scale: 0 };
  return {
    add: (value: unknown): void => {
      const read = value === null || value === undefined ? undefined : readDecimal(String(value));
      if (read) sum = plus(sum, read);
    },
    value: (): number => Number(writeDecimal(sum)),
  };
}
