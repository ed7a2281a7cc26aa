/** What a column of a report is called and how it is written, whether records or a query give it. */
import type { SheetColumn } from '#engine';
import { queryColumn } from '../../queries/columnValues.ts';
import { recordColumn } from '../../sheets/recordColumns.ts';
import type { SheetSaying } from '../../sheets/sheetCell.ts';
import type { BoundData } from './boundData.ts';

export function reportColumn(
  { data, query }: BoundData,
  path: string,
  saying: SheetSaying,
  label?: string,
): SheetColumn | undefined {
  if (data) return recordColumn(data.entity, path, saying, label);
  const column = query?.columns.find(({ name }) => name === path);
  const found = column && queryColumn(column, saying);
  return found && { title: label ?? found.title, format: found.format };
}
