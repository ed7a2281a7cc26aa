/** A table that says below its rows, and in its name, what a reader has to know of them. */
import { formatMessage, type Locale, type Model, type SheetTable, type SheetValue } from '#engine';

type Telling = { readonly locale: Locale; readonly model: Model };

/** The same table where there is nothing to say. */
export function notedTable(
  table: SheetTable,
  notes: readonly string[],
  { locale, model }: Telling,
): SheetTable {
  if (notes.length === 0) return table;
  const { name, columns, rows } = table;
  return {
    ...table,
    name: partialName(name, notes, { locale, model }),
    rows: withNotes(rows, notes, columns.length),
  };
}

/** `Dealers (partial)`: a file that is passed on says it before it is opened. */
export const partialName = (name: string, notes: readonly string[], { locale, model }: Telling): string =>
  notes.length === 0 ? name : formatMessage(model, locale, 'sheet.partial', { name });

async function* withNotes(
  rows: SheetTable['rows'],
  notes: readonly string[],
  width: number,
): AsyncGenerator<readonly SheetValue[], void, undefined> {
  yield* rows;
  const rest = Array.from({ length: Math.max(0, width - 1) }, () => null);
  yield [null, ...rest];
  for (const note of notes) yield [note, ...rest];
}
