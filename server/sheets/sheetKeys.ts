/** Row keys of an upload: the key fields combined, normalized. */
import {
  type DataRecord,
  type Model,
  type SheetCell,
  type SheetModel,
  type SheetRow,
  shownText,
  uniqueKey,
} from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { cellValue } from './cellValue.ts';
import type { SheetLines } from './sheetLines.ts';

const keyOf = (values: readonly unknown[]): string =>
  values.map((value) => uniqueKey(String(value ?? ''))).join('\n');

type Keyed = Pick<SheetModel, 'names'> & { readonly key: readonly string[] };
type Columns = Pick<SheetLines, 'columns'>;

/** A reference is keyed by its name, as in the cell. */
export function storedKey({ entity }: EntityPlan, { key, names }: Keyed, record: DataRecord): string {
  return keyOf(
    key.map((name) => {
      const as = entity.fieldByPath.get(name)?.expand?.as;
      return as ? (record[as] as DataRecord | null)?.[names[name] ?? 'Name'] : record[name];
    }),
  );
}

type KeyCell = { readonly name: string; readonly cell: SheetCell | undefined };

/** The key cells of one row. */
export function keyCells(
  { columns }: Columns,
  { key }: Pick<Keyed, 'key'>,
  { values }: SheetRow,
): readonly KeyCell[] {
  return key.map((name) => ({
    name,
    cell: values[columns.find(({ field }) => field.name === name)?.at ?? -1],
  }));
}

/** Choices are keyed by id, so that labels in either language match. */
export function rowKey(model: Model, { columns }: Columns, cells: readonly KeyCell[]): string {
  return keyOf(
    cells.map(({ name, cell }) => {
      const column = columns.find(({ field }) => field.name === name);
      const isChoice = column?.field.kind === 'choice';
      return isChoice ? cellValue({ model, ...column }, cell ?? null) : shownText(cell);
    }),
  );
}
