import type { ColumnModel, DataRecord, GridBlock, Model } from '#engine';
import { cellText } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';

/** Most facts on the card of a row that opens; the record itself shows the rest. */
const mostFacts = 3;

/** What a cell is on the card of its row. */
type CardPart = 'title' | 'fact' | 'rest';

type Row = {
  readonly original: DataRecord;
  readonly getValue: (path: string) => unknown;
};

type Shown = {
  readonly columns: readonly ColumnModel[];
  readonly title: number;
  /** The row leads to more than its card shows. */
  readonly opens: boolean;
  /** Columns drawn even if they are empty, such as the order of the row. */
  readonly isKept: (column: ColumnModel) => boolean;
};

/** The place of the column that names the record: its label field, or else the first. */
export function titlePlace(
  { entity }: Pick<GridBlock, 'entity'>,
  columns: readonly ColumnModel[],
  model: Pick<Model, 'entities'>,
): number {
  const label = model.entities.get(entity)?.labelField ?? 'Name';
  return Math.max(
    0,
    columns.findIndex(({ path }) => path === label),
  );
}

/** Parts of a row drawn as a card: the title, the first filled facts, and the rest, which is not drawn. */
export function cardParts(row: Row, shown: Shown, tools: CellTools): readonly CardPart[] {
  let facts = 0;
  return shown.columns.map((column, place) => {
    if (place === shown.title) return 'title';
    if (shown.isKept(column)) return 'fact';
    if (cellText(row.getValue(column.path), column, tools) === '') return 'rest';
    facts += 1;
    return facts > mostFacts && shown.opens ? 'rest' : 'fact';
  });
}
