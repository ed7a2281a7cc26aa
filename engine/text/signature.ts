/**
 * Signatures as one text: `<moment>;<account>;<drawing>;<name>`, as stored, or `<drawing>;<name>`, as sent by
 * whoever signs. A drawing has strokes of whole coordinates, `M12,80L14,78 17,75`; without one, the name is the
 * signature.
 */
import { wellFormed } from './textKey.ts';

export type Stroke = readonly (readonly [x: number, y: number])[];

export type Signature = {
  /** Set by the server; absent until it is saved. */
  readonly moment?: string;
  /** The user name of the account that saved it, if there was one. */
  readonly account?: string;
  readonly drawing: string;
  readonly name: string;
};

/** The area in which people draw. */
export const signatureArea = { width: 600, height: 200 } as const;

const longestDrawing = 8000;
export const longestSigner = 100;
/** With the moment and the longest user name, escaped. */
export const longestSignature: number = longestDrawing + longestSigner + 1000;

const point = '\\d{1,3},\\d{1,3}';
const drawn = new RegExp(`^(?:M${point}(?:L${point}(?: ${point})*)?)*$`);
const stamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z);([A-Za-z0-9%._~!*'()-]{0,900});/;
/** Control characters, line breaks, and marks that reverse the direction of what follows. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** The parts of a signature, whether complete or not; undefined for any other text. */
export function partsOfSignature(text: string): Signature | undefined {
  if (text.length > longestSignature) return undefined;
  const [head = '', moment, account] = stamp.exec(text) ?? [];
  const rest = text.slice(head.length);
  const end = rest.indexOf(';');
  if (end < 0) return undefined;
  const [drawing, name] = [rest.slice(0, end), rest.slice(end + 1)];
  return { drawing, name, ...(moment && { moment }), ...(account && { account: unescaped(account) }) };
}

/** A signature that may be stored: a drawing within its area, and the name of a person. */
export function isSignature(text: string): boolean {
  const parts = partsOfSignature(text);
  if (!parts) return false;
  const { moment, drawing, name } = parts;
  if (moment !== undefined && Number.isNaN(Date.parse(moment))) return false;
  return isDrawing(drawing) && isSigner(name);
}

function isSigner(name: string): boolean {
  const clean = name.trim();
  return clean.length <= longestSigner && /[\p{L}\p{N}]/u.test(clean) && !hidden.test(name);
}

function isDrawing(drawing: string): boolean {
  if (drawing.length > longestDrawing || !drawn.test(drawing)) return false;
  const { width, height } = signatureArea;
  return strokesOf(drawing).every((stroke) => stroke.every(([x, y]) => x <= width && y <= height));
}

export function writeSignature({ moment, account, drawing, name }: Signature): string {
  const text = `${drawing};${wellFormed(name).normalize('NFC').replace(/ {2,}/g, ' ').trim()}`;
  return moment === undefined ? text : `${moment};${encodeURIComponent(account ?? '')};${text}`;
}

export function normalSignature(text: string): string {
  const parts = partsOfSignature(text);
  return parts ? writeSignature(parts) : text;
}

/** The strokes of a drawing, each with at least one point. */
export function strokesOf(drawing: string): readonly Stroke[] {
  return drawing
    .split('M')
    .filter((text) => text !== '')
    .map((text) => text.split(/[L ]/).map((each) => each.split(',').map(Number) as [number, number]));
}

/** The drawing of strokes, with as few points as show them, within the limit. */
export function drawingOf(strokes: readonly Stroke[]): string {
  for (let tolerance = 0.7; ; tolerance *= 1.6) {
    const text = strokes.map((stroke) => strokeText(simplified(stroke, tolerance))).join('');
    if (text.length <= longestDrawing) return text;
    // Dots alone exceed the limit: the first ones are kept.
    if (tolerance > signatureArea.width) return drawingOf(strokes.slice(0, strokes.length >> 1));
  }
}

function strokeText(stroke: Stroke): string {
  const [first, ...rest] = stroke.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`);
  if (first === undefined) return '';
  const others = rest.filter((each, index) => each !== (rest[index - 1] ?? first));
  return `M${first}${others.length > 0 ? `L${others.join(' ')}` : ''}`;
}

/** Leaves out points closer than the tolerance to the line between those that stay (Douglas–Peucker). */
function simplified(stroke: Stroke, tolerance: number): Stroke {
  const kept = new Set([0, stroke.length - 1]);
  const open: [number, number][] = [[0, stroke.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [farthest, most]: [number, number] = [0, tolerance];
    for (let at = from + 1; at < to; at += 1) {
      const distance = distanceTo(stroke[at], stroke[from], stroke[to]);
      if (distance > most) [farthest, most] = [at, distance];
    }
    if (farthest === 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return stroke.filter((_, at) => kept.has(at));
}

type Point = Stroke[number] | undefined;

function distanceTo([x, y]: Point = [0, 0], [ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** Who signed, and when: `Jane Doe, Nov 28, 2026, 10:15 a.m.` */
export function tellSignature(value: unknown, locale: 'en-CA' | 'fr-CA', zone?: string): string {
  const parts = partsOfSignature(String(value));
  if (!parts) return String(value);
  if (parts.moment === undefined) return parts.name.trim();
  const moment = new Date(parts.moment);
  if (Number.isNaN(moment.getTime())) return parts.name;
  return `${parts.name}, ${momentsIn(locale, zone).format(moment)}`;
}

const moments = new Map<string, Intl.DateTimeFormat>();

function momentsIn(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const known =
    moments.get(key) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  moments.set(key, known);
  return known;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
