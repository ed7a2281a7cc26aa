/** Parses tab-separated text; quoted cells may contain tabs, line breaks and doubled quotes. */
export function parseTable(text: string): readonly (readonly string[])[] {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  // Most pasted text has no quotes and can be split directly, which is much faster.
  if (!plain.includes('"')) return plain.split('\n').map((line) => line.split('\t'));
  return readQuoted(plain);
}

function readQuoted(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    rows.at(-1)?.push(cell);
    if (end >= text.length) return rows;
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
}

type Read = { readonly cell: string; readonly end: number };

function plainCell(text: string, from: number): Read {
  const tab = indexOrEnd(text, '\t', from);
  const end = Math.min(tab, indexOrEnd(text, '\n', from));
  return { cell: text.slice(from, end), end };
}

function quotedCell(text: string, from: number): Read {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // An unbalanced quote, or one closed mid-cell, is an inch mark: the cell is plain.
    if (quote < 0) return plainCell(text, from);
    if (text[quote + 1] === '"') at = quote + 2;
    else if (quote + 1 >= text.length || text[quote + 1] === '\t' || text[quote + 1] === '\n')
      return { cell: text.slice(from + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    else return plainCell(text, from);
  }
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
}

/** Formats cells as tab-separated text for spreadsheets. */
export function printTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(printCell).join('\t')).join('\n');
}

function printCell(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
