/** Workbooks written by other programs, and ours read by another library. */
import ExcelJs from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isBroken, plainCell } from '../../engine/sheets/plainCell.ts';
import { readSheet } from '../../engine/sheets/readSheet.ts';
import { SheetError } from '../../engine/sheets/SheetError.ts';
import type { SheetFormat, SheetValue } from '../../engine/sheets/types.ts';
import { writeXlsx } from '../../engine/sheets/writeXlsx.ts';

async function rowsOf(bytes: Uint8Array) {
  const rows: SheetValue[][] = [];
  for await (const { values } of readSheet(bytes))
    rows.push(values.map((cell) => (isBroken(cell) ? cell.text : plainCell(cell))));
  return rows;
}

const reasonOf = (bytes: Uint8Array) =>
  rowsOf(bytes).then(
    () => undefined,
    (error: unknown) => (error instanceof SheetError ? error.reason : error),
  );

async function book(fill: (book: ExcelJs.Workbook) => void, written: object = {}): Promise<Uint8Array> {
  const made = new ExcelJs.Workbook();
  fill(made);
  return new Uint8Array(await made.xlsx.writeBuffer(written));
}

/** The same archive with its parts changed by a function. */
function changed(
  bytes: Uint8Array,
  change: (name: string, text: string) => [string, string | Uint8Array] | undefined,
) {
  const parts = Object.entries(unzipSync(bytes)).flatMap(([name, content]) => {
    const next = change(name, strFromU8(content));
    return next ? [[next[0], typeof next[1] === 'string' ? strToU8(next[1]) : next[1]] as const] : [];
  });
  return zipSync(Object.fromEntries(parts));
}

const sheet = (made: ExcelJs.Workbook) => {
  const one = made.addWorksheet('A');
  one.addRow(['Code', 'Name', 'Share', 'Day', 'Long', 'Sum']);
  one.addRow([
    '00123',
    'Zoë Ňovák 中',
    0.125,
    new Date(Date.UTC(2024, 1, 29)),
    123456789012345,
    { formula: '1+2', result: 3 },
  ]);
  one.getCell('C2').numFmt = '0.0%';
  one.getCell('D2').numFmt = 'yyyy-mm-dd';
};
const expected = [
  ['Code', 'Name', 'Share', 'Day', 'Long', 'Sum'],
  ['00123', 'Zoë Ňovák 中', 12.5, '2024-02-29', 123456789012345, 3],
];

describe('a workbook of another library', () => {
  it.each([
    ['shared', true],
    ['inline', false],
  ])('is read as it was written, its texts %s', async (_, useSharedStrings) => {
    expect(await rowsOf(await book(sheet, { useSharedStrings }))).toEqual(expected);
  });

  it('is read the same with any part names, encodings and prefixes', async () => {
    const bytes = await book(sheet);
    const asIs = (name: string, text: string): [string, string] => [name, text];
    const utf16 = (text: string) => {
      const plain = text.replace(/encoding="[^"]*"/, 'encoding="UTF-16"');
      const units = Uint16Array.from(`\ufeff${plain}`, (letter) => letter.charCodeAt(0));
      return new Uint8Array(units.buffer);
    };
    const ways: Record<string, (name: string, text: string) => [string, string | Uint8Array] | undefined> = {
      'capitals in a name': (name, text) => [name.replace('sharedStrings', 'SharedStrings'), text],
      'capitals in a target': (name, text) => [name, text.replace('sharedStrings.xml', 'SHAREDSTRINGS.xml')],
      backslashes: (name, text) => [name.replaceAll('/', '\\'), text],
      'no relation to the texts': (name, text) => [
        name,
        text.replace(/<Relationship [^>]*sharedStrings[^>]*>/, ''),
      ],
      'UTF-16': (name, text) => [name, name.endsWith('.xml') ? utf16(text) : text],
      'another prefix of relations': (name, text) =>
        name === 'xl/workbook.xml'
          ? [name, text.replaceAll('xmlns:r=', 'xmlns:rel=').replaceAll(' r:id=', ' rel:id=')]
          : asIs(name, text),
      'blanks and breaks in openings': (name, text) =>
        name.includes('worksheets')
          ? [name, text.replaceAll('<c r=', '<c\n  r = ').replaceAll('<row r=', '<row\tr=')]
          : asIs(name, text),
      'a prefix of the table': (name, text) =>
        name.includes('worksheets/')
          ? [name, text.replace(/<(\/?)(?=[a-z])/gi, '<$1m:').replace('xmlns=', 'xmlns:m=')]
          : asIs(name, text),
    };
    for (const [way, change] of Object.entries(ways))
      expect(await rowsOf(changed(bytes, change)), way).toEqual(expected);
  });

  it('without the texts that its cells refer to is refused, and not read as empty', async () => {
    const bytes = changed(await book(sheet), (name, text) =>
      name.includes('sharedStrings') ? undefined : [name, text],
    );
    expect(await reasonOf(bytes)).toBe('wrong');
  });

  it('is read from the first visible sheet', async () => {
    const bytes = await book((made) => {
      made.addWorksheet('H', { state: 'hidden' }).addRow(['hidden']);
      made.addWorksheet('V', { state: 'veryHidden' }).addRow(['very hidden']);
      sheet(made);
    });
    expect(await rowsOf(bytes)).toEqual(expected);
    const charted = changed(bytes, (name, text) => [
      name,
      name.endsWith('workbook.xml.rels')
        ? text.replace(/worksheet(?="[^>]*sheet1\.xml)/, 'chartsheet')
        : text,
    ]);
    expect(await rowsOf(charted)).toEqual(expected);
  });

  it('shows durations and times of day correctly, counted from 1900 or from 1904', async () => {
    for (const date1904 of [false, true]) {
      const bytes = await book((made) => {
        made.properties.date1904 = date1904;
        const one = made.addWorksheet('A');
        one.addRow([1.5, 0.25, 0.5, 2]);
        ['[h]:mm:ss', 'h:mm', 'hh:mm AM/PM', '[mm]:ss'].forEach((format, at) => {
          one.getRow(1).getCell(at + 1).numFmt = format;
        });
      });
      expect(await rowsOf(bytes), `${date1904}`).toEqual([['36:00:00', '06:00:00', '12:00:00', '48:00:00']]);
    }
  });

  it('has the value of a merged cell in each of its rows, and in no other', async () => {
    const bytes = await book((made) => {
      const one = made.addWorksheet('A');
      one.addRow(['Title', null, null]);
      one.addRow(['West', 'a', 1]);
      one.addRow([null, 'b', 2]);
      one.addRow([null, 'c', 3]);
      one.addRow(['East', 'd', 4]);
      one.mergeCells('A1:C1');
      one.mergeCells('A2:A4');
    });
    expect(await rowsOf(bytes)).toEqual([
      ['Title'],
      ['West', 'a', 1],
      ['West', 'b', 2],
      ['West', 'c', 3],
      ['East', 'd', 4],
    ]);
  });

  it('with an error or a formula that was never calculated says so', async () => {
    const bytes = await book((made) => {
      const one = made.addWorksheet('A');
      one.addRow([{ formula: '1/0', result: { error: '#DIV/0!' } as never }, { formula: 'A1+1' }]);
    });
    expect(await rowsOf(bytes)).toEqual([['#DIV/0!', '=A1+1']]);
  });
});

it('another library reads a workbook of ours', async () => {
  const formats: SheetFormat[] = ['text', 'integer', 'money', 'date', 'boolean', 'text'];
  const rows: SheetValue[][] = [
    ['00123', 12, 1999.9, '2024-02-29', true, '=1+1'],
    ['Zoë Ňovák 中😀', -1, 0.1, '1999-12-31', false, ' a\nb '],
  ];
  const columns = formats.map((format, at) => ({ title: `${format} ${at}`, format }));
  const stream = writeXlsx({ name: 'Limits', columns, rows }) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const made = new ExcelJs.Workbook();
  await made.xlsx.load(await new Response(stream).arrayBuffer());
  const read = rows.map((_, at) =>
    formats.map((_, column) => {
      const { value } = made.worksheets[0]!.getRow(at + 2).getCell(column + 1);
      return value instanceof Date ? value.toISOString().slice(0, 10) : value;
    }),
  );
  expect(read).toEqual(rows);
});
