/** Custom code: reads untrusted PDFs and reports problems as messages. */
import type { PDFArray, PDFDict, PDFDocument, PDFField } from 'pdf-lib';
import { createQueue, Refusal } from '#server/extension';
import { checkPacked } from './checkPacked.ts';
import { pdfLimits, pdfRefusals } from './pdfRefusals.ts';

/** The library is loaded when the first document is opened. */
export type PdfLibrary = typeof import('pdf-lib');

export type OpenPdf = {
  readonly pdf: PdfLibrary;
  readonly document: PDFDocument;
  readonly pages: number;
  readonly fields: readonly PDFField[];
};

/** One document at a time, because several at once would exhaust memory. */
const inTurn = createQueue();

/** Opens a document, runs the work and returns its result; refuses unreadable, protected or large files. */
export function withPdf<Result>(
  bytes: Uint8Array<ArrayBuffer>,
  work: (open: OpenPdf) => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    try {
      return await work(await openPdf(bytes));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw pdfRefusals.damaged({ cause: error });
    }
  });
}

async function openPdf(bytes: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  if (bytes.length > pdfLimits.bytes) throw pdfRefusals.tooLarge();
  if (!new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-'))
    throw pdfRefusals.notPdf();
  await checkPacked(bytes);
  const pdf = await import('pdf-lib');
  const document = await pdf.PDFDocument.load(bytes, {
    parseSpeed: pdf.ParseSpeeds.Medium,
    throwOnInvalidObject: true,
    updateMetadata: false,
  }).catch(explain);
  const { PDFArray, PDFDict, PDFName } = pdf;
  const pages = countLeaves(pdf, [document.catalog.Pages()], pdfLimits.pages);
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  const roots = form?.lookupMaybe(PDFName.of('Fields'), PDFArray);
  if (!roots || roots.size() === 0) return { pdf, document, pages, fields: [] };
  countLeaves(pdf, dictsOf(pdf, roots), pdfLimits.fields);
  return { pdf, document, pages, fields: document.getForm().getFields() };
}

/** The library throws plain errors, so only the message distinguishes them. */
function explain(error: unknown): never {
  if (error instanceof Error && /is encrypted/.test(error.message)) throw pdfRefusals.isProtected();
  throw error;
}

/**
 * Counts the leaves of a tree of `Kids` before the library walks it: cycles or shared branches would make
 * that walk endless.
 */
function countLeaves(pdf: PdfLibrary, roots: readonly PDFDict[], limit: number): number {
  const [seen, open] = [new Set<PDFDict>(), [...roots]];
  let leaves = 0;
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) throw pdfRefusals.damaged();
    seen.add(node);
    const kids = node.lookupMaybe(pdf.PDFName.of('Kids'), pdf.PDFArray);
    if (!kids) leaves += 1;
    if (leaves > limit || seen.size + (kids?.size() ?? 0) > limit * 4) throw pdfRefusals.tooLarge();
    if (kids) open.push(...dictsOf(pdf, kids));
  }
  return leaves;
}

function dictsOf({ PDFDict }: PdfLibrary, list: PDFArray): readonly PDFDict[] {
  return Array.from({ length: list.size() }, (_, index) => list.lookup(index, PDFDict));
}
