/** A file to import, read as often as needed: its heading, its columns, and its rows on demand. */
import {
  type FieldModel,
  isFilled,
  readSheetPieces,
  SheetError,
  type SheetRow,
  type SheetSource,
  shownText,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { headed, type SheetColumnOf, unreadable, withNotation } from './sheetLines.ts';

/** Limits of a file; it is read in pieces and never kept as rows. */
export const importLimits = { rows: 1_048_576, columns: 200, bytes: 64 * 2 ** 20, unpacked: 2 ** 30 };

/** A column of the file, counted from 0, and the field that it fills. */
export type MappedColumn = { readonly At: number; readonly Field: string };

export type ImportFile = {
  readonly head: SheetRow;
  /** The first rows below the heading. */
  readonly first: readonly SheetRow[];
  readonly source: SheetSource | undefined;
  readonly rows: () => AsyncGenerator<readonly SheetRow[], void, undefined>;
};

/** Rows from which the notation of numbers is decided. */
const mostRead = 20_000;

export async function openImport(
  bytes: Uint8Array,
  yieldTurn: () => Promise<void>,
  read: number = mostRead,
): Promise<ImportFile> {
  const known: { source?: SheetSource } = {};
  const top: SheetRow[] = [];
  for await (const rows of piecesOf(bytes, yieldTurn, (source) => Object.assign(known, { source }))) {
    top.push(...rows);
    if (top.length > read) break;
  }
  const wide = top.slice(0, 10).find(({ values }) => values.filter(isFilled).length > 1);
  const { head, rows: first } = headed(top, (title) => wide?.values.map(shownText).includes(title) ?? false);
  if (!head) throw refusals.noSheet();
  async function* rows() {
    for await (const piece of piecesOf(bytes, yieldTurn))
      yield piece.filter(({ number }) => number > (head as SheetRow).number);
  }
  return { head, first, source: known.source, rows };
}

/** The mapped columns with the notation of their numbers. */
export function columnsOf(
  { first, source }: ImportFile,
  fields: readonly FieldModel[],
  mapped: readonly MappedColumn[],
): readonly SheetColumnOf[] {
  const columns = fields.flatMap((field) => {
    const at = mapped.find(({ Field }) => Field === field.name)?.At;
    return at === undefined ? [] : [{ field, at }];
  });
  return withNotation(columns, first, source);
}

async function* piecesOf(
  bytes: Uint8Array,
  yieldTurn: () => Promise<void>,
  onSource?: (source: SheetSource) => void,
): AsyncGenerator<readonly SheetRow[], void, undefined> {
  const { bytes: _, ...limits } = importLimits;
  try {
    for await (const rows of readSheetPieces(bytes, {
      ...limits,
      yieldTurn,
      ...(onSource && { onSource }),
    })) {
      yield rows.filter(({ values }) => values.some(isFilled));
      await yieldTurn();
    }
  } catch (error) {
    throw error instanceof SheetError ? unreadable(error, limits.rows) : error;
  }
}
