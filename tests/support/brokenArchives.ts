/**
 * Spreadsheets made to break their reader: archives that lie, expand or are truncated, and endless tables.
 */
import { archiveOf, workbookOf, xlsByExcel97 } from './spreadsheetFiles.ts';

export type BrokenArchive = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The reason of its refusal; absent: any outcome, as long as it ends. */
  readonly reason?: 'wrong' | 'large' | 'locked';
};

/** A new copy of every archive, the same each time. */
export function* brokenArchives(): Generator<BrokenArchive, void, undefined> {
  yield* lyingArchives();
  yield* swellingArchives();
  yield* brokenOldWorkbooks();
  yield* brokenTexts();
}

const cell = '<row r="1"><c t="str"><v>Code</v></c></row><row r="2"><c t="str"><v>A1</v></c></row>';
const good = () => workbookOf(cell);

function* lyingArchives(): Generator<BrokenArchive> {
  const whole = good();
  for (const share of [0.1, 0.5, 0.9, 0.99])
    yield { name: `cut at ${share}`, bytes: whole.slice(0, whole.length * share), reason: 'wrong' };
  // Offsets of the last entry, which is the sheet: its checksum, compressed size, size, and start.
  for (const [name, at, value] of [
    ['a wrong sum', 16, 7],
    ['a packed size past the end', 20, 0xfffffff0],
    ['a packed size too small', 20, 20],
    ['a size too small', 24, 1],
    ['a size too large', 24, 0x7fffffff],
    ['a place past the end', 42, 0xfffffff0],
    ['a place that is no part', 42, 3],
  ] as const)
    yield { name, bytes: changed(whole, lastEntry(whole) + at, value), reason: 'wrong' };
  yield {
    name: 'locked with a password',
    bytes: changed(whole, lastEntry(whole) + 8, 1, 2),
    reason: 'locked',
  };
  yield { name: 'an unknown packing', bytes: changed(whole, lastEntry(whole) + 10, 99, 2), reason: 'wrong' };
  yield { name: 'the same part twice', bytes: twice(whole), reason: 'wrong' };
  for (const [name, count, start] of [
    ['a long directory past the end', 6n, 2n ** 60n],
    ['a long directory without end', 2n ** 62n, 0n],
    ['a long directory of another place', 6n, 4n],
  ] as const)
    yield { name, bytes: withLongEnd(whole, count, start), reason: count > 2000n ? 'large' : 'wrong' };
  const parts = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`xl/media/${at}.txt`, '']));
  yield { name: 'thousands of parts', bytes: workbookOf(cell, { parts }), reason: 'large' };
  yield { name: 'no workbook', bytes: archiveOf({ 'word/document.xml': '<w/>' }), reason: 'wrong' };
  yield { name: 'a workbook of itself', bytes: workbookOf(cell, { parts: loop }), reason: 'wrong' };
  for (let seed = 1; seed <= 30; seed += 1) yield { name: `spoilt ${seed}`, bytes: spoilt(whole, seed) };
}

const loop = {
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="../../.."/></Relationships>',
};

function* swellingArchives(): Generator<BrokenArchive> {
  const sheet = (text: string, more = {}) => workbookOf(text, more);
  const rows = '<row><c><v>1</v></c></row>'.repeat(1_100_000);
  yield { name: '1.1 million rows in 70 kB', bytes: sheet(rows), reason: 'large' };
  yield { name: 'nothing, 20 MB of it', bytes: sheet(' '.repeat(20 * 2 ** 20)), reason: 'large' };
  yield {
    name: 'a row without end',
    bytes: sheet(`<row>${'<c><v>1</v></c>'.repeat(600_000)}`),
    reason: 'large',
  };
  yield { name: 'rows opened and never closed', bytes: sheet('<row>'.repeat(1_000_000)), reason: 'wrong' };
  yield {
    name: 'cells opened and never closed',
    bytes: sheet(`<row>${'<c>'.repeat(500_000)}</row>`),
    reason: 'wrong',
  };
  yield {
    name: 'a last row that is never closed',
    bytes: sheet(`${cell}<row r="3"><c t="str"><v>B2</v></c>`),
    reason: 'wrong',
  };
  yield { name: 'empty rows past all others', bytes: sheet('<row/>'.repeat(1_100_000)), reason: 'large' };
  yield {
    name: 'a table that is never closed',
    bytes: sheet(`${cell}<row r="3"><c t="str"><v>${'x<'.repeat(2_900_000)}`),
    reason: 'large',
  };
  yield {
    name: 'a cell of 6 MB',
    bytes: sheet(`<row><c t="str"><v>${'x'.repeat(6 * 2 ** 20)}</v></c></row>`),
    reason: 'large',
  };
  yield {
    name: 'a column past all others',
    bytes: sheet('<row><c r="XFD1"><v>1</v></c></row>'),
    reason: 'large',
  };
  yield {
    name: 'a row past all others',
    bytes: sheet('<row r="99999999"><c><v>1</v></c></row>'),
    reason: 'large',
  };
  const formats = Array.from({ length: 600 }, (_, at) => `${'['.repeat(240)}${at}`);
  yield { name: 'hundreds of formats', bytes: sheet(cell, { formats }), reason: 'large' };
  yield { name: 'formats of brackets', bytes: sheet(cell, { formats: formats.slice(0, 400) }) };
  const shared = {
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="http://o/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  };
  for (const [name, texts] of [
    ['texts opened and never closed', '<si>'.repeat(1_200_000)],
    ['texts without letters', '<si/>'.repeat(500_000)],
    ['20 MB of texts', `<si><t>${'x'.repeat(1000)}</t></si>`.repeat(20_000)],
  ] as const)
    yield {
      name,
      bytes: sheet(cell, { parts: { ...shared, 'xl/sharedStrings.xml': `<sst>${texts}</sst>` } }),
    };
}

function* brokenOldWorkbooks(): Generator<BrokenArchive> {
  const whole = xlsByExcel97([['Code'], ['A1'], [{ number: 5, format: '0%' }]]);
  for (const share of [0.05, 0.2, 0.4])
    yield { name: `xls cut at ${share}`, bytes: whole.slice(0, whole.length * share), reason: 'wrong' };
  yield { name: 'xls whose sectors bite their tail', bytes: changed(whole, 520, 2), reason: 'wrong' };
  yield { name: 'xls of sectors without measure', bytes: changed(whole, 0x1e, 60, 2), reason: 'wrong' };
  for (let seed = 1; seed <= 30; seed += 1) yield { name: `xls spoilt ${seed}`, bytes: spoilt(whole, seed) };
}

function* brokenTexts(): Generator<BrokenArchive> {
  const encoder = new TextEncoder();
  const text = (name: string, content: string, reason: BrokenArchive['reason']) => {
    return { name, bytes: encoder.encode(content), reason };
  };
  yield text('a csv with nothing between', 'Code\n\0\0\0\n', 'wrong');
  yield text('a line without end', 'A'.repeat(2_000_000), 'wrong');
  yield text('a quote without end', `Code\n"${'A\n'.repeat(500_000)}`, 'wrong');
  yield text('quotes without end', '"'.repeat(1_000_001), 'wrong');
  yield text('columns without end', ','.repeat(200_000), 'large');
  yield text('rows without end', 'A\n'.repeat(1_100_000), 'large');
}

function changed(bytes: Uint8Array, at: number, value: number, size: 2 | 4 = 4): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  if (size === 2) view.setUint16(at, value, true);
  else view.setUint32(at, value, true);
  return copy;
}

/** Inverts some bytes, chosen by a fixed sequence of numbers. */
function spoilt(bytes: Uint8Array, seed: number): Uint8Array {
  const copy = bytes.slice();
  let number = seed * 2_654_435_761;
  for (let count = 0; count < 12; count += 1) {
    number = (Math.imul(number, 1_664_525) + 1_013_904_223) >>> 0;
    copy[number % copy.length] = number >>> 24;
  }
  // The declared type stays, or it would be a csv.
  copy.set(bytes.subarray(0, 4));
  return copy;
}

const entryMark = [0x50, 0x4b, 1, 2];

function lastEntry(bytes: Uint8Array): number {
  for (let at = bytes.length - 46; at >= 0; at -= 1)
    if (entryMark.every((byte, index) => bytes[at + index] === byte)) return at;
  throw new Error('The archive has no directory.');
}

/** Lists its last entry twice in the directory. */
function twice(bytes: Uint8Array): Uint8Array {
  const [from, end] = [lastEntry(bytes), bytes.length - 22];
  const copy = new Uint8Array(bytes.length + end - from);
  copy.set(bytes.subarray(0, end));
  copy.set(bytes.subarray(from), end);
  const view = new DataView(copy.buffer);
  const last = copy.length - 22;
  for (const at of [8, 10]) view.setUint16(last + at, view.getUint16(last + at, true) + 1, true);
  return copy;
}

/** A zip64 end record that declares this many entries from there on. */
function withLongEnd(bytes: Uint8Array, count: bigint, start: bigint): Uint8Array {
  const end = bytes.length - 22;
  const copy = new Uint8Array(bytes.length + 76);
  const view = new DataView(copy.buffer);
  copy.set(bytes.subarray(0, end));
  view.setUint32(end, 0x06064b50, true);
  view.setBigUint64(end + 4, 44n, true);
  view.setBigUint64(end + 32, count, true);
  view.setBigUint64(end + 48, start, true);
  view.setUint32(end + 56, 0x07064b50, true);
  view.setBigUint64(end + 64, BigInt(end), true);
  copy.set(bytes.subarray(end), end + 76);
  view.setUint32(end + 76 + 16, 0xffffffff, true);
  return copy;
}
