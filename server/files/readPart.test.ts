import { expect, it } from 'vitest';
import { BrokenUpload } from './BrokenUpload.ts';
import { boundaryOf, readPart } from './readPart.ts';

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

/** A body that arrives in chunks of one size. */
function body(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
const contentOf = async (text: string, size: number) => {
  const part = await readPart(body(text, size), 'b');
  return new Response(part.content as BodyInit).text();
};

it('gives the content whole, wherever the pieces are cut', async () => {
  const tricky = ['', 'x', '\r\n', 'a\r\n--', 'a\r\n--c\r\n--', '--b', '\r\n-b--', 'x'.repeat(5000)];
  for (const content of tricky)
    for (const size of [1, 2, 3, 7, 64, 10_000])
      expect(await contentOf(`${head}${content}\r\n--b--\r\n`, size), JSON.stringify([content, size])).toBe(
        content,
      );
});

it('reads the head of the part without regard to case', async () => {
  const part = await readPart(body(`${head}x\r\n--b--`, 5), 'b');
  expect(part.headers.get('content-disposition')).toBe('form-data; name="file"; filename="a.txt"');
});

it('a body without its end, with two parts or that is no form is broken', async () => {
  for (const text of [`${head}x`, `${head}x\r\n--b\r\n\r\ny\r\n--b--`, 'x', '', '--b\r\nhead without end'])
    await expect(contentOf(text, 4), text).rejects.toBeInstanceOf(BrokenUpload);
});

it('finds the boundary, quoted or not', () => {
  expect(boundaryOf('multipart/form-data; boundary=----x1')).toBe('----x1');
  expect(boundaryOf('Multipart/Form-Data; boundary="a b"')).toBe('a b');
  expect(boundaryOf('multipart/form-data')).toBe('');
  expect(boundaryOf('application/pdf')).toBeUndefined();
  expect(boundaryOf(null)).toBeUndefined();
});
