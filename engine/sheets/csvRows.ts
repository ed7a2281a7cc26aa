/** The rows of comma-separated text, one at a time, whatever separates them; every cell is a text, so codes keep their zeros. */
import { unguardFormula } from './formulaGuard.ts';
import { SheetError } from './SheetError.ts';
import type { SheetLimits, SheetRow } from './types.ts';

export function* csvRows(bytes: Uint8Array, limits: SheetLimits): Generator<SheetRow, void, undefined> {
  const text = decode(bytes);
  const separator = separatorOf(text);
  let at = 0;
  for (let number = 1; at < text.length; number += 1) {
    if (number > limits.rows) throw new SheetError('large', `There are more than ${limits.rows} rows.`);
    const values: string[] = [];
    for (let more = true; more; ) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, separator);
      if (values.length === limits.columns)
        throw new SheetError('large', `There are more than ${limits.columns} columns.`);
      values.push(unguardFormula(cell.text));
      at = cell.end;
      more = text[at] === separator;
      if (more) at += 1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    yield { number, values };
  }
}

/** UTF-8, or as old spreadsheets save it: Windows-1252, or UTF-16 with its mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.subarray(0, 4096).includes(0)) throw new SheetError('wrong', 'This is no text.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The mark that the first line holds most of, outside quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/);
  const counts = [',', ';', '\t'].map((mark) => [line.split(mark).length, mark] as const);
  return counts.reduce((most, one) => (one[0] > most[0] ? one : most))[1];
}

type Cell = { readonly text: string; readonly end: number };

function plain(text: string, from: number, separator: string): Cell {
  let end = from;
  for (; end < text.length; end += 1) {
    const mark = text[end];
    if (mark === separator || mark === '\n' || mark === '\r') break;
  }
  return { text: text.slice(from, end), end };
}

function quoted(text: string, from: number): Cell {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw new SheetError('wrong', 'A quote is never closed.');
  return { text: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}
