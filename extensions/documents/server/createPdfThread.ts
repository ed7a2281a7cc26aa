/** Handles PDFs in a worker thread, so that a file that takes long or exhausts memory delays nobody else. */
import { createTaskThread } from '#server/node';
import { pdfRefusals } from './pdfRefusals.ts';
import type { PdfTasks } from './pdfTasks.ts';

type PdfThreadOptions = {
  /** The script of the worker. */
  readonly script: URL;
  /** Time limit per document. */
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
};

export function createPdfThread(options: PdfThreadOptions): PdfTasks {
  const run = createTaskThread({ ...options, lost: pdfRefusals.damaged });
  return {
    read: (...args) => run('read', args) as ReturnType<PdfTasks['read']>,
    stamp: (...args) => run('stamp', args) as ReturnType<PdfTasks['stamp']>,
  };
}
