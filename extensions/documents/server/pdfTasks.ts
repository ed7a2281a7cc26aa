/** Custom code: reads and fills in PDF files, possibly in a worker thread. */
import type { FontFiles } from '#server/extension';
import { describeFields, type FieldInfo } from './describeFields.ts';
import { withPdf } from './openPdf.ts';
import { type Stamp, type Stamped, stampPdf } from './stampPdf.ts';

type PdfBytes = Uint8Array<ArrayBuffer>;

type PdfInfo = { readonly pages: number; readonly fields: readonly FieldInfo[] };

/** Operations on a PDF; refuse files that are unreadable, protected or too large. */
export type PdfTasks = {
  readonly read: (bytes: PdfBytes) => Promise<PdfInfo>;
  /** Fills in the fields, flattens them and adds the watermark. */
  readonly stamp: (bytes: PdfBytes, stamp: Stamp) => Promise<Stamped>;
};

/** Runs directly: without threads, and inside the worker thread. */
export const createPdfTasks = (fonts?: () => Promise<FontFiles>): PdfTasks => ({
  read: (bytes) => withPdf(bytes, async (open) => ({ pages: open.pages, fields: describeFields(open) })),
  stamp: async (bytes, stamp) => stampPdf(bytes, stamp, await fonts?.()),
});
