/** The worker thread for PDFs; `createPdfThread` sends it one document at a time. */
import { parentPort } from 'node:worker_threads';
import { Refusal } from '#server/extension';
import { readFonts } from '#server/node';
import type { PdfAnswer } from './createPdfThread.ts';
import { createPdfTasks, type PdfTasks } from './pdfTasks.ts';

const pdfTasks = createPdfTasks(readFonts);

type Question = { readonly task: keyof PdfTasks; readonly args: readonly unknown[] };

parentPort?.on('message', async ({ task, args }: Question) => {
  parentPort?.postMessage(await answer(task, args));
});

async function answer(task: keyof PdfTasks, args: readonly unknown[]): Promise<PdfAnswer> {
  try {
    const run = pdfTasks[task] as (...given: readonly unknown[]) => Promise<unknown>;
    return { result: await run(...args) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { key: error.key, params: error.details.params } };
  }
}
