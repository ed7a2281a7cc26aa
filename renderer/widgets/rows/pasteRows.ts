/** A block of cells from a spreadsheet into rows: from one cell on, new rows where there are too few. */
import { type FormState, parseTable } from '#engine';
import { type CellReading, type Misfit, readCell } from './readCell.ts';
import type { RowsPlace } from './useRowWork.tsx';

type Start = { readonly row: number; readonly column: number };

export type PasteEnd = {
  readonly cells: number;
  readonly rows: number;
  /** What fitted nowhere: the cell as it stands in the list, its text and why. */
  readonly misfits: readonly {
    readonly row: number;
    readonly column: string;
    readonly text: string;
    readonly why: Misfit;
  }[];
  readonly rowsLeft: number;
  readonly columnsLeft: number;
  /** Texts whose lines now stand in one. */
  readonly joined: number;
  readonly undo: () => void;
};

/** A paste beyond so many rows is cut there, and said to be. */
const mostRows = 1000;

/** Whether a clipboard holds cells, rather than a text for the field that has the focus. */
export function isBlock(text: string, target: EventTarget | null): boolean {
  const isManyLines = target instanceof HTMLTextAreaElement;
  const table = parseTable(text);
  if (table.length > 1 || (table[0]?.length ?? 0) > 1) return !isManyLines || text.includes('\t');
  // One cell that the spreadsheet put in quotes, for the lines in it.
  return /^"[\s\S]*[\n\r]/.test(text) && table[0]?.[0] !== text.replace(/\r?\n$/, '');
}

/** All of it is one step: `undo` gives back every value and takes out the rows that were made. */
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
  const end = put(place, found);
  return {
    ...end,
    rows: taken.length,
    rowsLeft: table.length - taken.length,
    columnsLeft: Math.max(0, width - (columns.length - start.column)),
    undo: () => takeBack(place, { before, keys, made, written: end.written }),
  };
}

type Asked = { readonly row: number; readonly column: RowsPlace['columns'][number]; readonly text: string };
type Found = Asked & { readonly path: string; readonly reading: CellReading };

/** The same text in the same column is asked for once. */
async function readAll(place: RowsPlace, asked: readonly Asked[]): Promise<readonly Found[]> {
  const { form, path, choicesAt } = place;
  const known = new Map<string, ReturnType<RowsPlace['choicesAt']>>();
  return Promise.all(
    asked.map(async (one) => {
      const at = `${path}/${one.row}/${one.column.pointer}`;
      const { editable, visible, field } = form.view(at);
      const choices = (text: string) => {
        // Which choices there are may hang on other cells of the row: only a closed list is the same for all.
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
    }),
  );
}

function put({ form }: RowsPlace, found: readonly Found[]) {
  const misfits: PasteEnd['misfits'][number][] = [];
  const written: string[] = [];
  let joined = 0;
  form.batch(() => {
    for (const { row, column, text, path, reading } of found) {
      if ('misfit' in reading) {
        const isEmpty = text.trim() === '';
        if (!isEmpty) misfits.push({ row, column: column.label, text: text.trim(), why: reading.misfit });
        continue;
      }
      form.change(path, reading.value, reading.record);
      written.push(path);
      if (reading.isJoined) joined += 1;
    }
  });
  form.batch(() => {
    for (const path of written) form.touch(path);
  });
  return { cells: written.length, misfits, written, joined };
}

type Taken = {
  readonly before: ReturnType<FormState['record']>;
  readonly keys: readonly string[];
  readonly made: readonly string[];
  readonly written: readonly string[];
};

/** Rows may have moved since: each is found by its key. What a value sets off comes after it, so it is put twice. */
function takeBack({ form, path }: RowsPlace, { before, keys, made, written }: Taken): void {
  form.batch(() => {
    for (const key of made) {
      const at = form.rowKeys(path).indexOf(key);
      if (at >= 0) form.removeRow(path, at);
    }
  });
  const now = form.rowKeys(path);
  const rows = new Set(written.map((cell) => Number(cell.slice(path.length + 1).split('/')[0])));
  for (let round = 0; round < 2; round += 1)
    form.batch(() => {
      for (const row of rows) {
        const at = now.indexOf(keys[row] ?? '');
        if (at >= 0) putRow(form, { from: `${path}/${row}`, to: `${path}/${at}`, before });
      }
    });
}

type Put = { readonly from: string; readonly to: string; readonly before: ReturnType<FormState['record']> };

/** Every member of the row as it was before, with what a reference stood for. */
function putRow(form: FormState, { from, to, before }: Put): void {
  const [was, is] = [valueIn(before, from), valueIn(form.record(), to)];
  const list = form.view(to.slice(0, to.lastIndexOf('/'))).field;
  for (const { name, expand } of list.fields ?? []) {
    if (JSON.stringify(was?.[name] ?? null) === JSON.stringify(is?.[name] ?? null)) continue;
    const record = expand && (was?.[expand.as] as Record<string, unknown> | undefined);
    form.change(`${to}/${name}`, was?.[name] ?? null, record);
  }
}

function valueIn(record: unknown, path: string): Record<string, unknown> | undefined {
  let at = record;
  for (const step of path.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[step];
  return at as Record<string, unknown> | undefined;
}
