import { describe, expect, it } from 'vitest';
import { createWebPorts } from '../web/createWebPorts.ts';
import type { ApiCall } from './ApiCall.ts';
import { contentOf } from './callContent.ts';

const ports = createWebPorts();
const call = (request: Request) =>
  ({
    ...{ ports, request, method: request.method, path: '/file', search: '' },
    runtime: { model: { settings: { bodyLimitBytes: 1000 } } },
  }) as unknown as ApiCall;

/** The body in pieces of this size, so that a boundary is cut anywhere. */
function sent(body: string, type: string, size: number) {
  const bytes = new TextEncoder().encode(body);
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
    controller.close();
  };
  const headers = { 'content-type': type, 'content-length': String(bytes.length) };
  const init = { method: 'POST', headers, body: new ReadableStream({ start: pull }), duplex: 'half' };
  return contentOf(call(new Request('http://localhost/file', init as RequestInit)));
}

function form(content: string, boundary = 'one', size = 7) {
  const parts = [
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n`,
    `--${boundary}--\r\n`,
  ];
  return sent(parts.join(''), `multipart/form-data; boundary=${boundary}`, size);
}

async function digestOf(content: Awaited<ReturnType<typeof sent>>) {
  await content.request.arrayBuffer();
  return content.digest();
}

describe('the content of a call', () => {
  it.each([1, 2, 5, 64, 10_000])(
    'of a form does not depend on its boundary or on pieces of %i',
    async (size) => {
      const first = await digestOf(await form('a -- b --on', 'one', 10_000));
      expect(first).toHaveLength(64);
      expect(await digestOf(await form('a -- b --on', 'two', size))).toBe(first);
      expect(await digestOf(await form('a -- c --on', 'two', size))).not.toBe(first);
    },
  );

  it('of a file is all of it, whoever reads it', async () => {
    const first = await digestOf(await sent('one file', 'application/pdf', 3));
    const same = await sent('one file', 'application/pdf', 8);
    expect(await same.isSame(first)).toBe(true);
    expect(await (await sent('two file', 'application/pdf', 8)).isSame(first)).toBe(false);
    expect(await (await sent('one file', 'text/plain', 8)).isSame(first)).toBe(false);
  });

  it('that was not read to its end is compared by type and length', async () => {
    const left = await (await sent('one file', 'application/pdf', 3)).digest();
    expect(await (await sent('two file', 'application/pdf', 8)).isSame(left)).toBe(true);
    expect(await (await sent('a longer file', 'application/pdf', 8)).isSame(left)).toBe(false);
  });

  it('in JSON is the text', async () => {
    const json = (body: string) =>
      contentOf(
        call(
          new Request('http://localhost/file', {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json' },
          }),
        ),
      );
    const first = await (await json('{"a":1}')).digest();
    expect(await (await json('{"a":1}')).isSame(first)).toBe(true);
    expect(await (await json('{"a":2}')).isSame(first)).toBe(false);
  });
});
