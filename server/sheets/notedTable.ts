/** Marks a table as partial in the names of its file and its sheet. */
import { formatMessage, type Locale, type Model, type SheetTable } from '#engine';

type Telling = { readonly locale: Locale; readonly model: Model };

/** Returns the table unchanged without notes. A note below the rows would be read as a row. */
export function notedTable(table: SheetTable, notes: readonly string[], telling: Telling): SheetTable {
  if (notes.length === 0) return table;
  const { name, sheet = name } = table;
  return {
    ...table,
    name: partialName(name, notes, telling),
    sheet: partialName(sheet.slice(0, roomBefore).trim(), notes, telling),
  };
}

/** Characters of a sheet name (31 at most) that leave room for the mark. */
const roomBefore = 20;

/** `Dealers (partial)`. */
export const partialName = (name: string, notes: readonly string[], { locale, model }: Telling): string =>
  notes.length === 0 ? name : formatMessage(model, locale, 'sheet.partial', { name });
