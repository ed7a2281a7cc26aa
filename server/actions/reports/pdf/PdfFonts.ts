/** The letters of a report's PDF are those of every PDF. */
export type { FontFiles, Letters as PdfLetters, PdfFonts } from '../../../print/fontTypes.ts';
export { openFonts as embedFonts } from '../../../print/openFonts.ts';
