import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
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
const deadline = 600_000;
const start = () =>
  createPdfThread({
    script: pathToFileURL(path.join(folder, 'worker.mjs')),
    deadlineMs: deadline,
    memoryMb: 64,
  });

it('sends documents to the same thread one after another', async () => {
  const { read } = start();
  const answers = await Promise.all([read(document(0)), read(document(0)), read(document(0))]);
  expect(answers.map(({ pages }) => pages)).toEqual([1, 2, 3]);
});

it('reports what the thread says is wrong with a document', async () => {
  await expect(start().read(document(5))).rejects.toMatchObject({ key: 'document.protected' });
});

it.each([
  ['ends', 2],
  ['fails', 3],
  ['takes all memory', 4],
])('reports damage when the thread %s, and reads the next document', async (_, byte) => {
  const { read } = start();
  await expect(read(document(byte))).rejects.toMatchObject({ key: 'document.damaged' });
  expect(await read(document(0))).toMatchObject({ pages: 1 });
});

it('a thread that ends after its answer does not affect other documents', async () => {
  const { read } = start();
  expect(await read(document(6))).toMatchObject({ pages: 1 });
  // Requests that arrive while it dies are answered by a new thread in the end.
  const next = () => read(document(0)).catch(() => undefined);
  await expect.poll(next).toMatchObject({ pages: 1 });
});

it('gives up on an endless document, while others are answered', async () => {
  // The test itself lets the time pass: a real limit would refuse good documents too where a thread starts slowly.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { read } = start();
  const refused = expect(read(document(1))).rejects.toMatchObject({ key: 'document.damaged' });
  let ticks = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks < 4) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await vi.advanceTimersByTimeAsync(deadline);
  await refused;
  expect(await read(document(0))).toMatchObject({ pages: 1 });
});
