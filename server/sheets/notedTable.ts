/** A table that says in its name that it is a part: of the file, and of the sheet once it is opened. */
import { formatMessage, type Locale, type Model, type SheetTable } from '#engine';

type Telling = { readonly locale: Locale; readonly model: Model };

/** The same table where there is nothing to say. What is below its rows would be read as one of them. */
export function notedTable(table: SheetTable, notes: readonly string[], telling: Telling): SheetTable {
  if (notes.length === 0) return table;
  const { name, sheet = name } = table;
  return {
    ...table,
    name: partialName(name, notes, telling),
    sheet: partialName(sheet.slice(0, roomBefore).trim(), notes, telling),
  };
}

/** Of the 31 letters of a sheet's name, those that leave room for the mark. */
const roomBefore = 20;

/** `Dealers (partial)`. */
export const partialName = (name: string, notes: readonly string[], { locale, model }: Telling): string =>
  notes.length === 0 ? name : formatMessage(model, locale, 'sheet.partial', { name });
