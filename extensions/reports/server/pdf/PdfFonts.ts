/** Reports use the same fonts as all PDFs. */
export type { FontFiles, Letters as PdfLetters, PdfFonts } from '#server/extension';
export { openFonts as embedFonts } from '#server/extension';
