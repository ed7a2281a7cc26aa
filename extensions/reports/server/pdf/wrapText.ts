/** Wraps text into lines: between words, and within words longer than the line. */
import type { PdfLetters } from './PdfFonts.ts';

type Room = {
  readonly letters: PdfLetters;
  readonly size: number;
  readonly width: number;
  readonly most: number;
};

const longest = 4000;

export function wrapText(text: string, room: Room): readonly string[] {
  const { letters, size, width, most } = room;
  const lines: string[] = [];
  for (const paragraph of text.slice(0, longest).split('\n')) {
    const whole = paragraph.replace(/\s+/g, ' ').trim();
    if (letters.width(whole, size) <= width) lines.push(whole);
    else lines.push(...broken(whole, room));
    if (lines.length > most) return [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
  }
  return lines;
}

function broken(text: string, { letters, size, width, most }: Room): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (letters.width(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && letters.width(line + letter, size) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
    if (lines.length > most) break;
  }
  if (line !== '') lines.push(line);
  return lines;
}
