/** Pastes a block of spreadsheet cells into rows, adding rows as needed. */
import { parseTable } from '#engine';
import type { CellReading, Misfit } from '../../fields/defineKindView.ts';
import { readCell } from './readCell.ts';
import type { RowsPlace } from './rowsPlace.ts';
import { takeBack, type Written } from './takeBack.ts';

type Start = { readonly row: number; readonly column: number };

export type PasteEnd = {
  readonly cells: number;
  readonly rows: number;
  /** Cells that could not be pasted: position in the list, text and reason. */
  readonly misfits: readonly {
    readonly row: number;
    readonly column: string;
    readonly text: string;
    readonly why: Misfit;
  }[];
  readonly rowsLeft: number;
  readonly columnsLeft: number;
  /** Number of texts whose lines were joined into one. */
  readonly joined: number;
  readonly undo: () => void;
};

/** Longer pastes are cut here, and reported. */
const mostRows = 1000;

/** Pastes as one step: `undo` restores every value and removes the added rows. */
export async function pasteRows(place: RowsPlace, text: string, start: Start): Promise<PasteEnd> {
  const { form, path, columns, maxItems = Number.POSITIVE_INFINITY, isFixed } = place;
  const table = parseTable(text);
  const count = form.rowKeys(path).length;
  const room = (isFixed ? count : maxItems) - start.row;
  const taken = table.slice(0, Math.max(0, Math.min(room, mostRows)));
  const width = Math.max(0, ...taken.map((cells) => cells.length));
  const before = form.record();
  const keys = form.rowKeys(path);
  form.batch(() => {
    for (let row = count; row < start.row + taken.length; row += 1) form.addRow(path);
  });
  const made = form.rowKeys(path).slice(count);
  const asked = taken.flatMap((cells, row) =>
    cells.slice(0, columns.length - start.column).map((cell, column) => ({
      row: start.row + row,
      column: columns[start.column + column] as RowsPlace['columns'][number],
      text: cell,
    })),
  );
  const found = await readAll(place, asked);
  const { written, ...end } = put(place, found);
  const after = form.record();
  return {
    ...end,
    rows: taken.length,
    rowsLeft: table.length - taken.length,
    columnsLeft: Math.max(0, width - (columns.length - start.column)),
    undo: () => takeBack(form, { path, before, after, keys, made, written }),
  };
}

type Asked = { readonly row: number; readonly column: RowsPlace['columns'][number]; readonly text: string };
type Found = Asked & { readonly path: string; readonly reading: CellReading };

/** Reads all cells; equal texts in a column share one lookup. */
async function readAll(place: RowsPlace, asked: readonly Asked[]): Promise<readonly Found[]> {
  const { form, path, choicesAt } = place;
  const known = new Map<string, ReturnType<RowsPlace['choicesAt']>>();
  return inPieces(asked, async (one) => {
    const at = `${path}/${one.row}/${one.column.pointer}`;
    const { editable, visible, field } = form.view(at);
    const choices = (text: string) => {
      // Choices may depend on other cells of the row; only those of a lookup are the same for all rows.
      const key = field.lookup ? `${one.column.pointer}` : `${at} ${text}`;
      const answer = known.get(key) ?? choicesAt(at, text);
      known.set(key, answer);
      return answer;
    };
    const reading: CellReading =
      editable && visible
        ? await readCell(one.text, { field, locale: place.locale, choices }).catch(
            () => ({ misfit: 'choice' }) as const,
          )
        : { misfit: 'locked' };
    return { ...one, path: at, reading };
  });
}

/** Reads in batches, to limit parallel requests. */
async function inPieces<One, Read>(
  all: readonly One[],
  read: (one: One) => Promise<Read>,
): Promise<readonly Read[]> {
  const found: Read[] = [];
  for (let at = 0; at < all.length; at += atOnce)
    found.push(...(await Promise.all(all.slice(at, at + atOnce).map(read))));
  return found;
}

const atOnce = 8;

function put({ form, path: list }: RowsPlace, found: readonly Found[]) {
  const start = form.view(list).field.path;
  const computed = new Set(form.entity.rules.values.map(({ field }) => field));
  const isComputed = (pointer: string) => computed.has(`${start}.${pointer.replaceAll('/', '.')}`);
  const misfits: PasteEnd['misfits'][number][] = [];
  const written: Written[] = [];
  let joined = 0;
  form.batch(() => {
    for (const { row, column, text, path, reading } of found) {
      if ('misfit' in reading) {
        const isEmpty = text.trim() === '';
        if (!isEmpty) misfits.push({ row, column: column.label, text: text.trim(), why: reading.misfit });
        continue;
      }
      written.push({ path, isDerived: isComputed(column.pointer) && !form.view(path).overridden });
      form.change(path, reading.value, reading.record);
      if (reading.isJoined) joined += 1;
    }
  });
  form.batch(() => {
    for (const { path } of written) form.touch(path);
  });
  return { cells: written.length, misfits, written, joined };
}
