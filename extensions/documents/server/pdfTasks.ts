/** Why code: reading and filling in a PDF is work on the file itself, and may be done in a thread of its own. */
import type { FontFiles } from '#server/extension';
import { describeFields, type FieldInfo } from './describeFields.ts';
import { withPdf } from './openPdf.ts';
import { type Stamp, type Stamped, stampPdf } from './stampPdf.ts';

type PdfBytes = Uint8Array<ArrayBuffer>;

type PdfInfo = { readonly pages: number; readonly fields: readonly FieldInfo[] };

/** What can be asked of a PDF; refuses what is no readable, unprotected one of bounded size. */
export type PdfTasks = {
  readonly read: (bytes: PdfBytes) => Promise<PdfInfo>;
  /** Filled in, made part of the pages, and marked. */
  readonly stamp: (bytes: PdfBytes, stamp: Stamp) => Promise<Stamped>;
};

/** Done here and now: where there are no threads, and in the thread itself. */
export const createPdfTasks = (fonts?: () => Promise<FontFiles>): PdfTasks => ({
  read: (bytes) => withPdf(bytes, async (open) => ({ pages: open.pages, fields: describeFields(open) })),
  stamp: async (bytes, stamp) => stampPdf(bytes, stamp, await fonts?.()),
});
