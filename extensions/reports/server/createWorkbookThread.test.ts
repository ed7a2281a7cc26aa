import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutlinedSheet } from '#engine';
import { WorkBudget } from '#server/extension';
import { createWorkbookThread } from './createWorkbookThread.ts';
import { joinWorkbookParts, workbookParts } from './workbookTasks.ts';

/** A worker that answers with the number of parts, and ends where a sheet is named so. */
const script = `
  import { parentPort } from 'node:worker_threads';
  let parts = [];
  parentPort.on('message', (message) => {
    if ('part' in message) return parts.push(message.part);
    const sent = parts;
    parts = [];
    if (sent.some(({ sheet }) => sheet?.name === 'ends')) process.exit(1);
    parentPort.postMessage({ result: sent.length });
  });
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'workbook-thread-'));
  writeFileSync(path.join(folder, 'worker.mjs'), script);
});
afterAll(() => rmSync(folder, { recursive: true }));

const sheetOf = (name: string, count: number): OutlinedSheet => ({
  ...{ name, isSummaryBelow: true },
  columns: [{ title: 'Amount', format: 'money' }],
  lines: Array.from({ length: count }, (_, at) => ({
    ...{ values: [at], level: at % 3 },
    formulas: new Map([[0, 'SUBTOTAL(9,A1:A2)']]),
  })),
});
const start = () => createWorkbookThread({ script: pathToFileURL(path.join(folder, 'worker.mjs')) });

it('sheets arrive whole, whatever their number of lines', () => {
  const sheets = [sheetOf('empty', 0), sheetOf('one', 1), sheetOf('many', 1501)];
  const parts = [...workbookParts(sheets)];
  expect(parts).toHaveLength(3 + 0 + 1 + 4);
  expect(joinWorkbookParts(structuredClone(parts))).toEqual(sheets);
});

it('a large one is sent in parts, so that others have their turn', async () => {
  const { write } = start();
  expect(await write([sheetOf('many', 1000)], new WorkBudget())).toBe(3);
});

it('a thread that is lost refuses its workbook and writes the next one', async () => {
  const { write } = start();
  const lost = write([sheetOf('ends', 10)], new WorkBudget());
  await expect(lost).rejects.toMatchObject({ key: 'report.workbook.lost' });
  expect(await write([sheetOf('next', 0)], new WorkBudget())).toBe(1);
});

it('a call that runs out of time while it sends leaves nothing behind for the next one', async () => {
  const { write } = start();
  const spent = new WorkBudget({ limit: 0 });
  const isDue = () => true;
  const yieldTurn = async () => spent.charge(1);
  const impatient = Object.assign(Object.create(spent), { isDue, yieldTurn });
  await expect(write([sheetOf('cut', 5000)], impatient)).rejects.toThrow();
  expect(await write([sheetOf('next', 0)], new WorkBudget())).toBe(1);
});
