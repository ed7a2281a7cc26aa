import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPdfThread } from './createPdfThread.ts';

/** A worker that obeys the first byte of a document, like malicious documents could make the library do. */
const script = `
  import { parentPort } from 'node:worker_threads';
  let asked = 0;
  parentPort.on('message', ({ task, args: [bytes] }) => {
    asked += 1;
    if (bytes[0] === 1) for (;;) {}
    if (bytes[0] === 2) process.exit(1);
    if (bytes[0] === 3) throw new Error('out of order');
    if (bytes[0] === 4) { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
    if (bytes[0] === 5) return parentPort.postMessage({ refusal: { key: 'document.protected' } });
    if (bytes[0] === 6) setTimeout(() => process.exit(1));
    parentPort.postMessage({ result: { pages: asked, fields: [] } });
  });
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pdf-thread-'));
  writeFileSync(path.join(folder, 'worker.mjs'), script);
});
afterAll(() => rmSync(folder, { recursive: true }));

const document = (byte: number) => Uint8Array.of(byte) as Uint8Array<ArrayBuffer>;
const start = (deadlineMs = 20_000) =>
  createPdfThread({ script: pathToFileURL(path.join(folder, 'worker.mjs')), deadlineMs, memoryMb: 64 });

it('asks the same thread one document after another', async () => {
  const { read } = start();
  const answers = await Promise.all([read(document(0)), read(document(0)), read(document(0))]);
  expect(answers.map(({ pages }) => pages)).toEqual([1, 2, 3]);
});

it('says what the thread says is wrong with a document', async () => {
  await expect(start().read(document(5))).rejects.toMatchObject({ key: 'document.protected' });
});

it.each([
  ['ends', 2],
  ['fails', 3],
  ['takes all memory', 4],
])('a document at which the thread %s is damaged, and the next one is read', async (_, byte) => {
  const { read } = start();
  await expect(read(document(byte))).rejects.toMatchObject({ key: 'document.damaged' });
  expect(await read(document(0))).toMatchObject({ pages: 1 });
});

it('a thread that ends behind its answer is the end of no other document', async () => {
  const { read } = start();
  expect(await read(document(6))).toMatchObject({ pages: 1 });
  // Requests that arrive while it dies are answered by a new thread in the end.
  const next = () => read(document(0)).catch(() => undefined);
  await expect.poll(next).toMatchObject({ pages: 1 });
});

it('a document that never ends is given up, while others are answered', async () => {
  const { read } = start(1_000);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  await expect(read(document(1))).rejects.toMatchObject({ key: 'document.damaged' });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
  expect(await read(document(0))).toMatchObject({ pages: 1 });
});
