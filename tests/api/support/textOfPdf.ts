/** The text on the pages of a PDF in the standard fonts. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const { decodePDFRawStream, PDFDocument, PDFRawStream } = await import('pdf-lib');
  const document = await PDFDocument.load(bytes);
  const streams = document.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) =>
      one instanceof PDFRawStream ? [Buffer.from(decodePDFRawStream(one).decode()).toString('latin1')] : [],
    );
  return streams
    .flatMap((stream) => [...stream.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('\n');
}
