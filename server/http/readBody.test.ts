import { expect, it } from 'vitest';
import { readBody } from './readBody.ts';

/** A body of this many bytes, in pieces of one size. */
function bodyOf(bytes: number, piece: number, headers: Record<string, string> = {}): Request {
  let left = bytes;
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const size = Math.min(piece, left);
      left -= size;
      pulled += 1;
      // Blanks with a value at the end, so that any length is valid JSON.
      controller.enqueue(new TextEncoder().encode(left === 0 ? '1'.padStart(size) : ' '.repeat(size)));
      if (left === 0) controller.close();
    },
  });
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...headers },
  };
  return Object.assign(new Request('http://localhost/', init as RequestInit), { pulled: () => pulled });
}

it('refuses a body in tiny pieces early, whatever length it announces', async () => {
  const announced: Record<string, string> = { 'content-length': '100000' };
  for (const headers of [{}, announced]) {
    const request = bodyOf(100_000, 1, headers) as Request & { pulled: () => number };
    await expect(readBody(request, 1_000_000)).rejects.toMatchObject({ key: 'server.pieces-too-small' });
    expect(request.pulled()).toBeLessThan(1100);
  }
});

it('reads a body in pieces as from a slow line, and a small one in any pieces', async () => {
  expect(await readBody(bodyOf(600_000, 500), 1_000_000)).toBe(1);
  expect(await readBody(bodyOf(900, 1), 1_000_000)).toBe(1);
});
