/** The letters of a report's PDF are those of every PDF. */
export type { FontFiles, Letters as PdfLetters, PdfFonts } from '#server/extension';
export { openFonts as embedFonts } from '#server/extension';
