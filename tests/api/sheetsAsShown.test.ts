/**
 * The same table written by Excel 97, exceljs, SheetJS and as csv files in several languages: every import
 * stores what the table shows.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { readMatrix } from '../../renderer/widgets/matrix/matrixFile.ts';
import { matrixFormat } from '../../renderer/widgets/matrix/matrixFormat.ts';
import { type Written, xlsByExcel97, xlsxBySheetJs } from '../support/spreadsheetFiles.ts';
import { type Clients, createClients, filter, ownProductFields } from './support/createClients.ts';
import { formOf, type Send, sender } from './support/sheets.ts';
import { type Codes, startCodes } from './support/startCodes.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/${name}`));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

describe('limits of liability', () => {
  let clients: Clients;
  let manager: Send;
  let product = '';

  beforeAll(async () => {
    clients = await createClients('memory');
    manager = await sender(clients.app, 'manager');
    const fields = ownProductFields(await clients.productInDesign());
    const { body } = await clients.manager('POST', '/product', { ...fields, Name: 'Shown', Code: 'SHOWN' });
    product = body.Id;
    return () => clients.app.store.close();
  });

  const upload = (bytes: Uint8Array, headers = {}) =>
    manager('POST', `/products/${product}/limitsofliability/upload`, formOf(bytes), headers);
  const stored = async (): Promise<readonly DataRecord[]> => {
    const path = `/products/limitofliability?pageSize=0&sortFields=Name&${filter('ProductId', product)}`;
    return (await clients.admin('GET', path)).body.Items;
  };

  const head = [
    'Name',
    'Maximum per event',
    'Maximum per year',
    'Maximum number of events',
    'Maximum labour hours per event',
  ];
  const rows: readonly (readonly Written[])[] = [
    ['Limits 2027'],
    [],
    head,
    [
      { number: 7, format: '000' },
      { number: 0.1 + 0.2, format: '0.00' },
      { number: 1250.456, format: '$#,##0.00' },
      { number: 3, format: '0' },
      { number: 12.5 },
    ],
    [
      'Été',
      { number: 99.5 },
      { number: 1999.9, format: '#,##0.00_)' },
      { number: 2 },
      { number: 0.25, format: '0.00' },
    ],
  ];
  const english = `Limits 2027\r\n\r\n${head.join(',')}\r\n"=""007""",0.30,"$1,250.46",3,12.5\r\nÉté,99.5,"1,999.90 ",2,0.25\r\n`;
  const french = `Limits 2027;;;;\r\n;;;;\r\n${head.join(';')}\r\n007;0,30;1\u00a0250,46 $;3;12,5\r\nÉté;99,5;1\u00a0999,90;2;0,250\r\n`;
  const files: readonly (readonly [string, Uint8Array])[] = [
    ['xlsx of SheetJS', xlsxBySheetJs(rows)],
    ['xlsx of exceljs', fixture('limits-by-exceljs.xlsx')],
    ['xls of Excel 97', xlsByExcel97(rows)],
    ['csv, English, UTF-8', bytesOf(english)],
    ['csv, English, with a mark', bytesOf(`\uFEFF${english}`)],
    ['csv, French, Windows-1252', latin(french)],
    ['csv, French, UTF-16 LE', utf16(`\uFEFF${french}`, true)],
    ['csv, French, UTF-16 BE', utf16(`\uFEFF${french}`, false)],
    ['csv with sep=', bytesOf(`\uFEFFsep=;\r\n${french}`)],
    ['text with tabs', utf16(`\uFEFF${french.replaceAll(';', '\t')}`, true)],
  ];

  it('R-361 the same sheet stores the same, no matter which program wrote it', async () => {
    for (const [name, bytes] of files) {
      const { status, body } = await upload(bytes);
      expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
      const isFirst = name === files[0]?.[0];
      expect(body, name).toMatchObject(
        isFirst ? { Created: 2, Updated: 0, Unchanged: 0 } : { Created: 0, Updated: 0, Unchanged: 2 },
      );
    }
    expect(await stored()).toMatchObject([
      {
        ...{ Name: '007', MaxDollarPerEvent: 0.3, MaxDollarPerYear: 1250.46 },
        ...{ MaxNumberOfEvents: 3, MaxLabourHoursPerEvent: 12.5 },
      },
      {
        ...{ Name: 'Été', MaxDollarPerEvent: 99.5, MaxDollarPerYear: 1999.9 },
        ...{ MaxNumberOfEvents: 2, MaxLabourHoursPerEvent: 0.25 },
      },
    ]);
  });

  const broken: readonly (readonly Written[])[] = [
    head,
    ['007', { error: '#N/A' }, { number: 5 }],
    ['Été', { number: 1 }, { error: '#REF!' }],
    ['Percent', { number: 0.05, format: '0%' }],
    ['Far', { number: 1 }, { number: 2 }, { number: 3 }, { number: 4 }, { number: 5 }],
  ];
  const csv = (...lines: string[]) => bytesOf([head.join(';'), ...lines].join('\n'));

  it.each<[string, Uint8Array, string[]]>([
    [
      'errors, another unit and cells beyond the heading in an xlsx',
      xlsxBySheetJs(broken),
      ['B2', 'C3', 'B4', 'F5'],
    ],
    ['the same in an xls', xlsByExcel97(broken), ['B2', 'C3', 'B4', 'F5']],
    ['the same of exceljs', fixture('limits-broken-by-exceljs.xlsx'), ['B2', 'B3', 'B4', 'D5']],
    [
      'the same in a csv',
      csv('007;#N/A;5', 'Été;1;#REF!', 'Percent;5 %', 'Far;1;2;3;4;5'),
      ['B2', 'C3', 'B4', 'F5'],
    ],
    [
      'a formula whose result is not in the file',
      xlsxBySheetJs([head, ['007', { formula: 'B9*2' }]]),
      ['B2'],
    ],
    ['a comma too many', bytesOf('Name,Maximum per event\nshift fr,1,25'), ['C2']],
    ['a column too narrow', csv('007;#####'), ['B2']],
    ['letters that cannot be read', csv('007\uFFFD;5'), ['A2']],
    ['two ways to write decimals in one column', csv('007;12,5', 'Été;3.75'), ['B3']],
    ['what could be two numbers', bytesOf('Name\tMaximum per event\n007\t1,250'), ['B2']],
    ['a day for a number', xlsxBySheetJs([head, ['007', { number: 46_000, format: 'yyyy-mm-dd' }]]), ['B2']],
  ])('R-364 %s is a finding at its cell, and clears nothing', async (_, bytes, cells) => {
    const before = await stored();
    const { status, body } = await upload(bytes);
    expect(status, JSON.stringify(body)).toBe(422);
    expect(body.ValidationErrors.map(({ Cell }: { Cell: string }) => Cell)).toEqual(cells);
    expect(await stored()).toEqual(before);
  });

  it.each<[string, readonly string[], readonly number[]]>([
    ['decimal commas: the column says so', ['a;12,5', 'b;2,125'], [12.5, 2.125]],
    ['decimal points, and commas between thousands', ['a;"2,125.00"', 'b;"2,125"'], [2125, 2125]],
    ['a semicolon where nothing else says it', ['a;2,125', 'b;1,250'], [2.125, 1.25]],
  ])('%s, for any sender', async (_, lines, values) => {
    for (const language of ['en-CA', 'fr-CA']) {
      const text = ['Name;Maximum usage per event', ...lines].join('\n');
      const { status, body } = await upload(bytesOf(text), { 'accept-language': language });
      expect(status, JSON.stringify(body)).toBe(200);
      const all = await stored();
      expect(['a', 'b'].map((name) => all.find(({ Name }) => Name === name)?.MaxUsagePerEvent)).toEqual(
        values,
      );
    }
  });

  it('with commas between csv cells, a comma inside a number separates thousands', async () => {
    const { status } = await upload(bytesOf('Name,Maximum usage per event\na,"1,250"'));
    expect(status).toBe(200);
    expect((await stored()).find(({ Name }) => Name === 'a')).toMatchObject({ MaxUsagePerEvent: 1250 });
  });
});

describe('eligibility codes', () => {
  let codes: Codes;
  beforeAll(async () => {
    codes = await startCodes('memory');
    return () => codes.app.store.close();
  });

  const load = (name: string, bytes: Uint8Array, dto = {}) =>
    codes.load(bytes as BlobPart, { name, dto: { CodeListName: name, ...dto } });
  const codesOf = async (list: string) => {
    const path = `/product/eligibilitycodes?pageSize=100&${filter('EligibilityCodeListId', list)}`;
    return (await codes.items(path)).map(({ CodeName }) => String(CodeName)).toSorted();
  };

  const rows: readonly (readonly Written[])[] = [
    ['PROMO LIST 2027'],
    ['Dealer', 'CODE', 'Until'],
    ['North', { number: 123, format: '00000' }, { number: 46_387, format: 'yyyy-mm-dd' }],
    ['South', 'spring-1', null],
    ['East', { number: 0.15, format: '0%' }, null],
    ['West', { number: 46_082, format: 'd-mmm' }, null],
    ['Far', 'A1', null],
  ];
  const lines =
    'PROMO LIST 2027\nDealer;CODE;Until\nNorth;="00123";2026-12-31\nSouth;spring-1\nEast;15%\nWest;1-Mar\nFar;A1\n';
  const files: readonly (readonly [string, Uint8Array])[] = [
    ['SheetJS.xlsx', xlsxBySheetJs(rows)],
    ['exceljs.xlsx', fixture('codes-by-exceljs.xlsx')],
    ['utf-8.csv', bytesOf(lines)],
    ['sep.csv', bytesOf(`sep=;\n${lines}`)],
    ['utf-16-le.csv', utf16(`\uFEFF${lines}`, true)],
    ['utf-16-be.csv', utf16(`\uFEFF${lines}`, false)],
    ['windows-1252.csv', latin(lines.replace('North', 'Québec'))],
  ];

  it.each(files)(
    'R-407 %s: the column is found by its heading, and codes are what the cells show',
    async (name, bytes) => {
      const job = await load(name, bytes);
      expect(job.Status, JSON.stringify(job)).toBe('done');
      expect(await codesOf(job.List)).toEqual(['00123', '1-MAR', '15%', 'A1', 'SPRING-1']);
      expect(job.Result).toMatchObject({
        Notes: [
          'The codes were read from column B, below its heading “CODE” in row 2.',
          '“PROMO LIST 2027” in row 1 was treated as a title, not as a code.',
        ],
      });
    },
  );

  it.each<[string, Uint8Array, string[]]>([
    [
      'errors and formulas without a result',
      fixture('codes-broken-by-exceljs.xlsx'),
      ['A3', 'A4', 'A5', 'A6'],
    ],
    ['errors in a csv', bytesOf('Code\nGOOD\n#N/A\n#REF!\n#NOM?\n'), ['A3', 'A4', 'A5']],
    ['cells beyond the heading', bytesOf('Code,Note\nA,b\nC,d,e\n'), ['C3']],
    ['several columns without a heading', bytesOf('North,A1\nSouth,A2\n'), ['B1', 'B2']],
    ['codes above the heading', bytesOf('SPRING-1\nCODE\nSPRING-2\n'), ['A1']],
    ['two columns of codes', bytesOf('Code,Promo code\nA,B\n'), ['B1']],
    ['letters that cannot be read', bytesOf('Code\nA\uFFFD\n'), ['A2']],
  ])('%s are findings at their cells, never codes', async (name, bytes, cells) => {
    const { Status, Problem } = await load(name, bytes);
    expect(Status).toBe('failed');
    const { ValidationErrors } = Problem as { ValidationErrors: { Cell: string }[] };
    expect(ValidationErrors.map(({ Cell }) => Cell)).toEqual(cells);
  });

  it('a list of VINs takes its own column, a heading alone is not a code, and codes may have several words', async () => {
    const both = bytesOf('Code,NIV\nX1,2HGFC2F55KH520100\nX2,1M8GDM9AXKP042788\n');
    const vins = await load('both.csv', both, { ParameterId: codes.vin });
    expect(await codesOf(vins.List)).toEqual(['1M8GDM9AXKP042788', '2HGFC2F55KH520100']);
    const titled = await load('titled.csv', bytesOf('Promo list 2027\n\nA1\nA2\n'));
    expect(await codesOf(titled.List)).toEqual(['A1', 'A2']);
    const words = await load('words.csv', bytesOf('SPRING SALE\nWINTER SALE\n'));
    expect(await codesOf(words.List)).toEqual(['SPRING SALE', 'WINTER SALE']);
  });
});

describe('a matrix', () => {
  const columns = { ids: ['c0', 'c1', 'c2'], labels: ['12 months', '24 months', '36 months'] };
  const rows = { ids: ['r0', 'r1'], labels: ['20 000 km', 'Classe « é » & more'] };
  const read = (kind: 'percent' | 'currency', bytes: Uint8Array) =>
    readMatrix(new Blob([bytes as BlobPart]), {
      ...{ columns, rows },
      format: matrixFormat({ kind, locale: 'en-CA', minimum: 0 }),
    });
  const table: readonly (readonly Written[])[] = [
    ['Class', ...columns.labels],
    ['20 000 km', { number: 0.05, format: '0%' }, { number: 0.125, format: '0.0%' }, null],
    ['Classe « é » & more', { number: 2.5, format: '0.0" %"' }, { number: 99 }, null],
  ];
  const french =
    'Class;12 months;24 months;36 months\n20 000 km;5 %;12,5 %;\nClasse « é » & more;2,5 %;99;\n';

  it.each([
    ['exceljs', fixture('matrix-percent-by-exceljs.xlsx')],
    ['SheetJS', xlsxBySheetJs(table)],
    ['Excel 97', xlsByExcel97(table)],
    ['a csv in French', bytesOf(french)],
  ])('in percent from %s is read as shown there', async (_, bytes) => {
    const found = await read('percent', bytes);
    expect('entries' in found && found.entries.filter(({ value }) => value !== null)).toEqual([
      { x: 'c0', y: 'r0', value: 5 },
      { x: 'c1', y: 'r0', value: 12.5 },
      { x: 'c0', y: 'r1', value: 2.5 },
      { x: 'c1', y: 'r1', value: 99 },
    ]);
  });

  it('refuses errors, other units and cells outside its headings, and drops nothing silently', async () => {
    const cells = (bytes: Uint8Array, kind: 'percent' | 'currency' = 'currency') =>
      read(kind, bytes).then(({ message, params }) => [message, params?.cells]);
    const titles = ['Class', ...columns.labels];
    expect(await cells(xlsxBySheetJs(table))).toEqual([
      'ui.matrix.file-cells',
      'B2 (5%), C2 (12.5%), B3 (2.5 %)',
    ]);
    expect(
      await cells(xlsxBySheetJs([titles, ['20 000 km', { error: '#N/A' }, { formula: 'B1*2' }]])),
    ).toEqual(['ui.matrix.file-cells', 'B2 (#N/A), C2 (=B1*2)']);
    expect(await cells(bytesOf(`${titles.join(';')}\n20 000 km;1;2;3;4\n`))).toEqual([
      'ui.matrix.file-cells',
      'E2 (4)',
    ]);
    expect(await cells(bytesOf(`${titles.join(';')}\n20 000 km;12,5;3.75;2,125\n`))).toEqual([
      'ui.matrix.file-numbers',
      'C2 (3.75)',
    ]);
  });
});
