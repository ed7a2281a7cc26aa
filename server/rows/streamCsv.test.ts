import { describe, expect, it } from 'vitest';
import { streamCsv } from './streamCsv.ts';

/** The rows of a text, however it is cut on its way. */
async function rowsOf(text: string, cut = 3) {
  const bytes = new TextEncoder().encode(text);
  const content = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += cut) controller.enqueue(bytes.slice(at, at + cut));
      controller.close();
    },
  });
  const rows = [];
  for await (const piece of streamCsv(content)) rows.push(...piece);
  return rows;
}

const cells = async (text: string, cut?: number) => (await rowsOf(text, cut)).map((row) => row.cells);

describe('streamCsv', () => {
  it.each([1, 2, 3, 7, 1000])(
    'reads quotes, line ends, marks and separators, cut every %i bytes',
    async (cut) => {
      expect(await cells('\uFEFFCode;Name\r\nA1;"x;y"\r\n"B ""2""";é\r\n\r\nC3;', cut)).toEqual([
        ['Code', 'Name'],
        ['A1', 'x;y'],
        ['B "2"', 'é'],
        ['C3', ''],
      ]);
      expect(await cells('a,b\rc,"d\ne"\nf\tg,h', cut)).toEqual([
        ['a', 'b'],
        ['c', 'd\ne'],
        ['f\tg', 'h'],
      ]);
      expect(await cells('one\ntwo', cut)).toEqual([['one'], ['two']]);
    },
  );

  it('counts the lines of the file, empty ones and those within quotes too', async () => {
    const rows = await rowsOf('a\n\n"b\nb"\nc\n');
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('gives nothing for nothing', async () => {
    expect(await rowsOf('')).toEqual([]);
    expect(await rowsOf('\uFEFF\r\n\n')).toEqual([]);
  });

  it('refuses a line without an end long before it is read, and a quote that is never closed', async () => {
    let asked = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        asked++;
        controller.enqueue(new Uint8Array(16 * 1024).fill(65));
      },
    });
    const reading = (async () => {
      for await (const _ of streamCsv(endless));
    })();
    await expect(reading).rejects.toMatchObject({ name: 'RowsProblem', reason: 'wrong', line: 1 });
    expect(asked).toBeLessThan(10);
    await expect(rowsOf('a\n"b\nc\n')).rejects.toMatchObject({ reason: 'wrong', line: 2 });
    await expect(rowsOf(`a\n"${'b\n'.repeat(50_000)}"`, 5000)).rejects.toMatchObject({ line: 2 });
  });
});
