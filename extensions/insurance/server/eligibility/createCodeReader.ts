/** Finds the codes of a table: the column with their heading, or the only one. Others are reported. */
import {
  cellAddress,
  columnName,
  isBroken,
  isFilled,
  type SheetCell,
  type SheetRow,
  shownText,
} from '#engine';
import { type CodeKind, headingKind } from './codeHeadings.ts';

export type CodeMistake = {
  readonly cell: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
};

export type CodeNote = Pick<CodeMistake, 'message' | 'params'>;

type CodeReader = {
  /** The code in upper case, or its mistake; nothing for empty rows, or before the column is known. */
  readonly read: (row: SheetRow) => readonly (string | CodeMistake)[];
  /** Results held back until the end of the table. */
  readonly end: () => readonly (string | CodeMistake)[];
  /** What was taken as heading and title, to report it. */
  readonly notes: () => readonly CodeNote[];
};

/** Rows examined before the code column is determined. */
const looked = 20;

/** `kind`: the kind of the list; if a table has columns of both kinds, this one counts. */
export function createCodeReader(kind: CodeKind): CodeReader {
  let held: SheetRow[] = [];
  let layout: Layout | undefined;
  const notes: CodeNote[] = [];
  const settle = (isEnd: boolean): readonly (string | CodeMistake)[] => {
    const found =
      headedLayout(held, kind) ?? (isEnd || held.length >= looked ? bareLayout(held, kind) : undefined);
    if (!found) return [];
    layout = found.layout;
    notes.push(...found.notes);
    const rows = held.filter(({ number }) => number >= found.from);
    held = [];
    return [...found.mistakes, ...rows.flatMap((row) => codesIn(row, found.layout))];
  };
  return {
    read: (row) => {
      if (layout) return codesIn(row, layout);
      if (!row.values.some(isFilled)) return [];
      held.push(row);
      return settle(false);
    },
    end: () => (layout || held.length === 0 ? [] : settle(true)),
    notes: () => notes,
  };
}

type Layout = {
  readonly kind: CodeKind;
  readonly column: number;
  /** Whether each column has a heading; absent: there are none, and only one column may be filled. */
  readonly headed?: readonly boolean[];
};

type Found = {
  readonly layout: Layout;
  /** The first row that may hold a code. */
  readonly from: number;
  readonly mistakes: readonly CodeMistake[];
  readonly notes: readonly CodeNote[];
};

/** The first row with a code heading; rows above must look like titles. */
function headedLayout(rows: readonly SheetRow[], kind: CodeKind): Found | undefined {
  const index = rows.findIndex(({ values }) => headingsIn(values).length > 0);
  const row = rows[index];
  if (!row) return undefined;
  const all = headingsIn(row.values);
  const own = all.filter((one) => one.kind === kind);
  const [first, second] = own.length > 0 ? own : all;
  const { at: column, text: heading } = first as Heading;
  const above = rows.slice(0, index);
  const isTable = row.values.filter(isFilled).length > 1;
  const codes = above.filter(({ values }) => !isTitle(values, isTable));
  const twice =
    second && mistake(cellAddress(second.at, row.number), 'two-columns', { heading: second.text });
  const mistakes = codes.map((one) =>
    mistake(placeIn(one), 'above-heading', { text: textIn(one), heading, row: row.number }),
  );
  return {
    layout: { kind, column, headed: row.values.map(isFilled) },
    from: row.number + 1,
    mistakes: twice ? [twice, ...mistakes] : mistakes,
    notes: [
      note('heading', { heading, column: columnName(column), row: row.number }),
      ...above.map((one) => note('title', { text: textIn(one), row: one.number })),
    ],
  };
}

/** Without a heading, the codes are in the only filled column, below an optional title. */
function bareLayout(rows: readonly SheetRow[], kind: CodeKind): Found {
  const [first, ...rest] = rows as readonly [SheetRow, ...SheetRow[]];
  const hasTitle =
    rest.length > 0 && isTitle(first.values, false) && !rest.some((row) => isTitle(row.values, false));
  const column = ((hasTitle ? rest[0] : first) as SheetRow).values.findIndex(isFilled);
  return {
    layout: { kind, column },
    from: hasTitle ? first.number + 1 : 1,
    mistakes: [],
    notes: hasTitle ? [note('title', { text: textIn(first), row: first.number })] : [],
  };
}

type Heading = { readonly at: number; readonly kind: CodeKind; readonly text: string };

function headingsIn(values: readonly SheetCell[]): readonly Heading[] {
  return values.flatMap((cell, at) => {
    const text = typeof cell === 'string' ? cell.trim() : '';
    const kind = headingKind(text);
    return kind ? [{ at, kind, text }] : [];
  });
}

/** A single text of several words; above a table of several columns one word suffices. */
function isTitle(values: readonly SheetCell[], isTable: boolean): boolean {
  const [cell, ...more] = values.filter(isFilled);
  return typeof cell === 'string' && more.length === 0 && (isTable || /\S\s+\S/.test(cell));
}

const longest = 64;

function codesIn(row: SheetRow, { kind, column, headed }: Layout): readonly (string | CodeMistake)[] {
  const beyond = row.values.findIndex((cell, at) => at !== column && isFilled(cell) && !headed?.[at]);
  if (beyond >= 0) {
    const cell = cellAddress(beyond, row.number);
    const text = shownText(row.values[beyond]).slice(0, 40);
    return [mistake(cell, headed ? 'beyond-heading' : 'which-column', { text })];
  }
  const value = row.values[column];
  if (isBroken(value)) {
    const cell = cellAddress(column, row.number);
    return [{ cell, message: `sheet.cell-${value.reason}`, params: { text: value.text } }];
  }
  const code = shownText(value).trim().toUpperCase();
  if (code === '') return [];
  const isLong = code.length > longest;
  // Replacement and control characters, which indicate a wrong encoding.
  const isReadable = !/[\p{Cc}\uFFFD]/u.test(code);
  const wrong = kind === 'vin' && isReadable && !isLong ? checkVin(code) : undefined;
  if (!isLong && isReadable && !wrong) return [code];
  const cell = cellAddress(column, row.number);
  if (wrong) return [mistake(cell, wrong, { code: code.slice(0, 40) })];
  if (!isLong) return [mistake(cell, 'unreadable', {})];
  return [mistake(cell, 'too-long', { code: `${code.slice(0, 40)}…`, limit: longest })];
}

function mistake(cell: string, name: string, params: CodeMistake['params']): CodeMistake {
  return { cell, message: `eligibility-code.${name}`, params };
}

function note(name: string, params: CodeNote['params']): CodeNote {
  return { message: `eligibility-code-list.note.${name}`, params };
}

function textIn({ values }: SheetRow): string {
  return shownText(values.find(isFilled)).trim().slice(0, 60);
}

function placeIn({ number, values }: SheetRow): string {
  return cellAddress(values.findIndex(isFilled), number);
}

/** What is wrong with a VIN (ISO 3779, 49 CFR 565): 17 characters, the ninth of which is a check digit. */
function checkVin(code: string): 'not-vin' | 'vin-check' | undefined {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(code)) return 'not-vin';
  const sum = weights.reduce((before, weight, at) => before + weight * numberOf(code[at] ?? ''), 0);
  return code[8] === '0123456789X'[sum % 11] ? undefined : 'vin-check';
}

/** The weight of each position; the check digit itself has none. */
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The value of each letter from A on; I, O and Q have none. */
const letters = '12345678.12345.7.923456789';

const numberOf = (character: string): number =>
  Number(/\d/.test(character) ? character : letters[character.charCodeAt(0) - 'A'.charCodeAt(0)]);
