/** Draws text in a standard font that every PDF reader has. */
import type { PDFFont } from 'pdf-lib';
import type { Letters } from './fontTypes.ts';
import { named } from './missingLetters.ts';
import { isIgnorable, printable } from './shaping.ts';

export class StandardLetters implements Letters {
  private readonly font: PDFFont;
  private readonly name: string;
  private readonly missing: Set<string>;
  private readonly known: ReadonlySet<number>;

  constructor(font: PDFFont, name: string, missing: Set<string>) {
    this.font = font;
    this.name = name;
    this.missing = missing;
    this.known = new Set(font.getCharacterSet());
  }

  width(text: string, size: number): number {
    return this.font.widthOfTextAtSize(this.drawn(text), size);
  }

  show(text: string, size: number): string {
    return `/${this.name} ${size} Tf ${this.font.encodeText(this.drawn(text))} Tj`;
  }

  private drawn(text: string): string {
    return Array.from(printable(text), (letter) => {
      if (this.known.has(letter.codePointAt(0) ?? 0)) return letter;
      if (isIgnorable(letter)) return '';
      this.missing.add(letter);
      return named(letter);
    }).join('');
  }
}
