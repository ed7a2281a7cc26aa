import { expect, it } from 'vitest';
import { inspectContent } from './inspectContent.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function typeOf(text: string): Promise<string | undefined> {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const inspection = inspectContent(new Blob([bytes]).stream());
  const passed = await new Response(inspection.content as BodyInit).arrayBuffer();
  expect(Buffer.compare(Buffer.from(passed), Buffer.from(bytes))).toBe(0);
  expect(inspection.size()).toBe(bytes.length);
  return inspection.mediaType();
}

/** The parts of a zip that name its entries: local headers, and the directory at the end. */
function zip(names: readonly string[], filling = 'x'): string {
  const entries = names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}${filling}`).join('');
  const directory = names.map((name) => `PK\x01\x02${'\0'.repeat(42)}${name}`).join('');
  return `${entries}${directory}PK\x05\x06${'\0'.repeat(18)}`;
}

it('knows the documents of an office by what is packed in them', async () => {
  expect(await typeOf(zip(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']))).toBe(word);
  expect(await typeOf(zip(['[Content_Types].xml', 'xl/workbook.xml']))).toBe(sheet);
  // Some programs write the identifying entries last.
  const late = zip(['docProps/app.xml', 'word/document.xml', '[Content_Types].xml'], 'x'.repeat(100_000));
  expect(await typeOf(late)).toBe(word);
});

it('takes no other archive, none with macros, and none that was cut short', async () => {
  expect(await typeOf(zip(['readme.txt', 'setup.exe']))).toBeUndefined();
  const macros = zip(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']);
  expect(await typeOf(macros)).toBeUndefined();
  expect(await typeOf(zip(['[Content_Types].xml', 'xl/workbook.xml']).slice(0, -40))).toBeUndefined();
});

it('tells a table from other text, and text from what only begins like it', async () => {
  expect(await typeOf('Code,Name\nA,Gold\nB,Silver\n')).toBe('text/csv');
  expect(await typeOf('Code;Name\r\nA;Gold\r\n')).toBe('text/csv');
  expect(await typeOf('Dear customer,\nthank you for nothing at all.\n')).toBe('text/plain');
  expect(await typeOf('R\xe9gion;Co\xfbt\r\nQu\xe9bec;12\r\n')).toBe('text/csv');
  expect(await typeOf(`${'word '.repeat(40_000)}\0`)).toBeUndefined();
  expect(await typeOf('')).toBeUndefined();
  // UTF-16 with a byte order mark, in either byte order.
  expect(await typeOf('\xff\xfeC\0;\0N\0\n\0A\0;\0G\0\n\0')).toBe('text/csv');
  expect(await typeOf('\xfe\xff\0C\0;\0N\0\n\0A\0;\0G\0\n')).toBe('text/csv');
  expect(await typeOf('\xff\xfeC\0\0\0N\0')).toBeUndefined();
});

it('pictures and PDFs by their first bytes, and a PDF by its end too', async () => {
  expect(await typeOf('\xff\xd8\xff\xe0 and so on')).toBe('image/jpeg');
  expect(await typeOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR and so on')).toBe('image/png');
  expect(await typeOf(`%PDF-1.7\n${'x'.repeat(200_000)}\nstartxref\n0\n%%EOF\n`)).toBe('application/pdf');
  expect(await typeOf('%PDF-1.7\nand no end')).toBeUndefined();
  expect(await typeOf('GIF89a')).toBe('text/plain');
});
