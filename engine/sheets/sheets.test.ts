import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { wellFormed } from '../text/textKey.ts';
import { cellAddress, columnOf } from './cellAddress.ts';
import { guardFormula, unguardFormula } from './formulaGuard.ts';
import { isBroken, plainCell } from './plainCell.ts';
import { readSheet } from './readSheet.ts';
import { SheetError } from './SheetError.ts';
import { dateText, isDateFormat } from './serialDate.ts';
import type { SheetFormat, SheetRow, SheetTable, SheetValue } from './types.ts';
import { writeCsv } from './writeCsv.ts';
import { writeXlsx } from './writeXlsx.ts';

const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

/** Values as stored; a broken cell by its text. */
async function rowsOf(bytes: Uint8Array, limits = {}): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const { number, values } of readSheet(bytes, limits))
    rows.push({ number, values: values.map((cell) => (isBroken(cell) ? cell.text : plainCell(cell))) });
  return rows;
}

function table(rows: SheetTable['rows'], formats: readonly SheetFormat[]): SheetTable {
  return { name: 'Limits: a/b', columns: formats.map((format) => ({ title: format, format })), rows };
}

const reasonOf = async (bytes: Uint8Array, limits = {}) =>
  rowsOf(bytes, limits).then(
    () => undefined,
    (error: unknown) => (error instanceof SheetError ? error.reason : error),
  );

describe('an xlsx', () => {
  it('round-trips: codes as texts, numbers, days, moments, booleans, empty cells', async () => {
    const rows: SheetValue[][] = [
      ['007', 12, 0.3, 1999.9, '2026-02-28', '2026-11-22T02:35:01', true],
      ['1e5', null, -1, 0, '1900-01-05', null, false],
      [' padded ', 1, null, null, null, null, null],
    ];
    const read = await rowsOf(
      await bytesOf(
        writeXlsx(table(rows, ['text', 'integer', 'number', 'money', 'date', 'moment', 'boolean'])),
      ),
    );
    expect(read[0]?.values).toEqual(['text', 'integer', 'number', 'money', 'date', 'moment', 'boolean']);
    expect(read.slice(1).map(({ values }) => values)).toEqual([
      rows[0],
      ['1e5', null, -1, 0, '1900-01-05', null, false],
      [' padded ', 1],
    ]);
    expect(read.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('keeps every text and contains no formula', async () => {
    const texts = ['=1+1', '@SUM(A1)', "'=1", '_x000D_', 'a\r\nb', '<&>"', '\u0001', ']]>', 'é😀'];
    const bytes = await bytesOf(
      writeXlsx(
        table(
          texts.map((text) => [text]),
          ['text'],
        ),
      ),
    );
    const read = (await rowsOf(bytes)).slice(1).map(({ values }) => values[0]);
    expect(read).toEqual(texts);
    const hucre = await import('hucre/xlsx');
    const { sheets } = await hucre.readXlsx(bytes);
    expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([]);
  });

  it('writes and reads no more than requested', async () => {
    let asked = 0;
    function* many() {
      for (; asked < 200_000; asked += 1) yield [`row ${asked} ${asked * 7919}`, asked];
    }
    const stream = writeXlsx(table(many(), ['text', 'integer']));
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(asked).toBeLessThan(50_000);
    await reader.cancel();
  });

  it('reads files of other programs: shared and rich texts, prefixes, empty rows, 1904', async () => {
    const bytes = await workbook({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="A" sheetId="1" r:id="rId7"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId7" Type="http://o/worksheet" Target="/xl/sheets/one.xml"/><Relationship Id="rId8" Type="http://o/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId9" Type="http://o/styles" Target="styles.xml"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst><si><t>0012</t></si><si><r><t>Li</t></r><r><rPr><b/></rPr><t xml:space="preserve">mit </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si/></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/sheets/one.xml':
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"/><x:row r="4"><x:c r="B4" t="s"><x:v>0</x:v></x:c><x:c r="D4" t="s"><x:v>1</x:v></x:c><x:c r="E4" s="1"><x:v>43889</x:v></x:c><x:c r="F4" s="2"><x:v>0.30000000000000004</x:v></x:c><x:c r="G4" t="e"><x:v>#REF!</x:v></x:c><x:c r="H4" t="str"><x:f>A1&amp;"x"</x:f><x:v>y &lt;</x:v></x:c></x:row><x:row><x:c t="b"><x:v>1</x:v></x:c><x:c/><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await rowsOf(bytes)).toEqual([
      { number: 4, values: [null, '0012', null, 'Limit ', '2024-02-29', 0.3, '#REF!', 'y <'] },
      { number: 5, values: [true, null, 7] },
    ]);
  });

  it('is refused without reading on if it unpacks to too much or has too many rows or columns', async () => {
    const big = await bytesOf(
      writeXlsx(
        table(
          Array.from({ length: 3000 }, () => ['x'.repeat(900)]),
          ['text'],
        ),
      ),
    );
    expect(big.length).toBeLessThan(60_000);
    expect(await reasonOf(big, { unpacked: 1_000_000 })).toBe('large');
    expect(await reasonOf(big, { rows: 100 })).toBe('large');
    const wide = await bytesOf(writeXlsx(table([[null, null, 'x']], ['text', 'text', 'text'])));
    expect(await reasonOf(wide, { columns: 2 })).toBe('large');
    expect(await reasonOf(wide, { held: 100 })).toBe('large');
  });

  it.each([
    ['a table that never starts', { sheet: ' '.repeat(12 * 2 ** 20) }, 'wrong'],
    [
      'a row opened without end',
      { sheet: `<worksheet>${'<row '.repeat(300_000)}></row></worksheet>` },
      undefined,
    ],
    ['sections without end', { sheet: cellWith('<![CDATA['.repeat(200_000)) }, 'wrong'],
    ['a section longer than any text', { sheet: cellWith(`<![CDATA[${'x'.repeat(6_000_000)}]]>`) }, 'large'],
    ['a million comments', { sheet: cellWith('<!---->'.repeat(1_000_000)) }, undefined],
    ['a type of document', { sheet: `<!DOCTYPE x [<!ENTITY a "b">]>${cellWith('1')}` }, 'wrong'],
    [
      'a format of brackets',
      {
        styles: `<styleSheet><numFmt numFmtId="164" formatCode="${'['.repeat(1_000_000)}"/><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      },
      undefined,
    ],
  ])(
    'made to keep the reader busy (%s) is read or refused at once',
    async (_, { sheet, styles = '' }: { sheet?: string; styles?: string }, reason) => {
      const bytes = await workbook({
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId7" Type="http://o/worksheet" Target="one.xml"/><Relationship Id="rId9" Type="http://o/styles" Target="styles.xml"/></Relationships>',
        'xl/styles.xml': styles,
        'xl/one.xml': sheet ?? cellWith('1'),
      });
      expect(await reasonOf(bytes)).toBe(reason);
    },
  );

  it('takes no rows from sections or comments, wherever the pieces are split', async () => {
    const trap = '</t></is></c></row><row r="9"><c><v>5</v></c></row>';
    const filler = (count: number) => `<c r="A1"><v>${'1'.repeat(count)}</v></c>`;
    for (let cut = 0; cut < 90; cut += 1) {
      const text = `<c r="B1" t="inlineStr"><is><t><![CDATA[${trap} & co]]></t></is></c>`;
      const bytes = await workbook({
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId7" Target="one.xml"/></Relationships>',
        // Pieces are 32 KiB: the section starts near the end of the first.
        'xl/one.xml': `<worksheet><!--${trap}${'-'.repeat(32_600 + cut)}--><row r="1">${filler(1)}${text}</row><!--${trap}--></worksheet>`,
      });
      expect(await rowsOf(bytes), `${cut}`).toEqual([{ number: 1, values: [1, `${trap} & co`] }]);
    }
  });

  it('reads past any number of empty formatted rows', async () => {
    const empty = Array.from(
      { length: 80_000 },
      (_, at) => `<row r="${at + 2}" spans="1:1" ht="15" customHeight="1"/>`,
    );
    const cell = (row: number) => `<row r="${row}"><c><v>${row}</v></c></row>`;
    const bytes = await workbook({
      'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId7"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId7" Target="one.xml"/></Relationships>',
      'xl/one.xml': `<worksheet>${cell(1)}${empty.join('')}${cell(80_002)}<row/><row/><row><c><v>3</v></c></row></worksheet>`,
    });
    expect(await rowsOf(bytes)).toEqual([
      { number: 1, values: [1] },
      { number: 80_002, values: [80_002] },
      { number: 80_005, values: [3] },
    ]);
  });

  it('is refused if it is not one or is cut off', async () => {
    const whole = await bytesOf(writeXlsx(table([['a']], ['text'])));
    expect(await reasonOf(new Uint8Array())).toBe('wrong');
    expect(await reasonOf(whole.slice(0, -30))).toBe('wrong');
    const broken = whole.slice();
    broken.fill(0xff, 60, 160);
    expect(await reasonOf(broken)).toBe('wrong');
    expect(await reasonOf(await workbook({ 'word/document.xml': '<w/>' }))).toBe('wrong');
    expect(await reasonOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]))).toBe('wrong');
  });
});

describe('a csv', () => {
  it('round-trips, and none of its cells is a formula', async () => {
    const any = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(any, async (rows) => {
        const clean = rows.map((row) => row.map((text) => wellFormed(text.replace(/[\0\uFFFD]/g, ''))));
        const bytes = await bytesOf(writeCsv(table(clean, ['text', 'text', 'text'])));
        expect((await rowsOf(bytes)).slice(1).map(({ values }) => values)).toEqual(clean);
      }),
      { numRuns: 200 },
    );
    const out = new TextDecoder().decode(await bytesOf(writeCsv(table([['=1+1', -5, "'@x"]], ['text']))));
    expect(out).toBe("text\r\n'=1+1,-5,''@x\r\n");
  });

  it('is read with any separator and encoding', async () => {
    const read = async (text: string) =>
      (await rowsOf(new TextEncoder().encode(text))).map(({ values }) => values);
    expect(await read('a;b\r\n007;"x;""y"\n')).toEqual([
      ['a', 'b'],
      ['007', 'x;"y'],
    ]);
    expect(await read('a\tb\n1\t')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect((await rowsOf(new Uint8Array([0x46, 0xe9, 0x65])))[0]?.values).toEqual(['Fée']);
    expect(await reasonOf(new TextEncoder().encode('a,"b'))).toBe('wrong');
    expect(await reasonOf(new Uint8Array([1, 0, 2]))).toBe('wrong');
  });
});

it('guarding a text can be reversed', () => {
  fc.assert(fc.property(fc.string(), (text) => unguardFormula(guardFormula(text)) === text));
  for (const text of ['=a', "'=a", "''=a", '-1', '＝a']) {
    expect(guardFormula(text)).toBe(`'${text}`);
    expect(unguardFormula(guardFormula(text))).toBe(text);
  }
  expect(guardFormula("don't")).toBe("don't");
});

it('columns have the names of spreadsheets', () => {
  expect([0, 25, 26, 701, 702].map((column) => cellAddress(column, 7))).toEqual([
    'A7',
    'Z7',
    'AA7',
    'ZZ7',
    'AAA7',
  ]);
  expect(['A1', 'AA9', 'AAA2'].map(columnOf)).toEqual([0, 26, 702]);
});

it('serial dates are those of Excel', () => {
  expect([1, 59, 61, 45000.5, 0.25].map((serial) => dateText(serial, false))).toEqual([
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
    '2023-03-15T12:00:00',
    '06:00:00',
  ]);
  const codes = ['[$-409]d/m/yy', '[h]:mm', '0.0" days"', '[Red]0', 'General', '#,##0\\d'];
  expect(codes.map((code) => isDateFormat(164, code))).toEqual([true, true, false, false, false, false]);
});

/** A table of one cell. */
function cellWith(value: string): string {
  return `<worksheet><row r="1"><c t="str"><v>${value}</v></c></row></worksheet>`;
}

/** An archive with these parts, as another program would write it. */
async function workbook(parts: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const rels =
    '<Relationships><Relationship Id="rId1" Type="http://o/officeDocument" Target="xl/workbook.xml"/></Relationships>';
  const all = Object.entries({ '_rels/.rels': rels, ...parts });
  return zipSync(Object.fromEntries(all.map(([name, text]) => [name, strToU8(text)])), { level: 0 });
}
