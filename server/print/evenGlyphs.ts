/**
 * Embedding a subset with few glyphs stores their offsets halved, so a glyph at an odd offset would be lost
 * and its letter blank.
 */

type Table = { readonly entry: number; readonly offset: number; readonly length: number };

const made = new WeakMap<Uint8Array, Uint8Array>();

/** The font with every glyph at an even offset; the same font when that is already so. */
export function withEvenGlyphs(font: Uint8Array): Uint8Array {
  const known = made.get(font) ?? evened(font);
  made.set(font, known);
  return known;
}

function evened(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = tablesOf(view);
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((name) => tables.get(name));
  // Short offsets are always even; without a glyf table there is nothing to do.
  if (!head || !loca || !glyf || view.getInt16(head.offset + 50) === 0) return font;
  const places = Array.from({ length: loca.length / 4 }, (_, at) => view.getUint32(loca.offset + at * 4));
  if (places.every((place) => place % 2 === 0)) return font;
  const length = places.reduce((sum, place, at) => sum + padded((places[at + 1] ?? place) - place), 0);
  const start = padded(font.length);
  const whole = new Uint8Array(start + length);
  whole.set(font);
  const written = new DataView(whole.buffer);
  let at = 0;
  places.forEach((place, index) => {
    written.setUint32(loca.offset + index * 4, at);
    const end = places[index + 1] ?? place;
    whole.set(font.subarray(glyf.offset + place, glyf.offset + end), start + at);
    at += padded(end - place);
  });
  written.setUint32(glyf.entry + 8, start);
  written.setUint32(glyf.entry + 12, length);
  return whole;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function tablesOf(view: DataView): ReadonlyMap<string, Table> {
  const count = view.getUint16(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + index * 16;
      const letters = [0, 1, 2, 3].map((at) => String.fromCharCode(view.getUint8(entry + at)));
      const table = { entry, offset: view.getUint32(entry + 8), length: view.getUint32(entry + 12) };
      return [letters.join(''), table] as const;
    }),
  );
}
