/** The worker thread for PDFs; `createPdfThread` sends it one document at a time. */
import { readFonts, serveTasks } from '#server/node';
import { createPdfTasks, type PdfTasks } from './pdfTasks.ts';

const { read, stamp } = createPdfTasks(readFonts);

serveTasks({
  read: (_, ...args: Parameters<PdfTasks['read']>) => read(...args),
  stamp: (_, ...args: Parameters<PdfTasks['stamp']>) => stamp(...args),
});
