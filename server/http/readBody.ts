/** Reads JSON bodies; checks type, size, depth, number range and prototype pollution. */
import { refusals } from '../errors/Refusal.ts';
import { bodyInPieces } from '../files/bodyInPieces.ts';

const deepest = 32;
/** Members of one object: no record has as many, and each is looked up by name. */
const mostMembers = 10_000;

/** Bodies up to this size need no counting. */
const smallBody = 16_384;

/** Reads and checks the body; throws 413, 415 or 400. A missing body is `undefined`. */
export async function readBody(request: Request, limit: number): Promise<unknown> {
  const text = await readText(request, limit);
  if (text.trim() === '') return undefined;
  if (!isJsonType(request.headers.get('content-type'))) throw refusals.notJson();
  return parseJson(text);
}

/** Parses untrusted JSON; refuses broken, too deep or prototype-polluting input. */
export function parseJson(text: string): unknown {
  const value = parse(text);
  checkJson(value);
  refuseChanged(text);
  return value;
}

/** Refuses integers that lose precision (9007199254740993 becomes …992). */
function refuseChanged(text: string): void {
  if (!/[1-9]\d{15}/.test(text)) return;
  // Skips string literals.
  for (const [token, digits] of text.matchAll(/"(?:[^"\\]|\\.)*"|(?<![\d.])-?(\d{16,})(?![\d.eE])/g))
    if (digits !== undefined && BigInt(Number(token)) !== BigInt(token)) throw refusals.numberInexact();
}

function isJsonType(header: string | null): boolean {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

/** The body as text, up to its limit. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limit) throw refusals.tooLarge({ params: { limit } });
  if (announced === null && request.body === null) return '';
  // Without a length, bytes must be counted while they arrive.
  const isSmall = announced !== null && Number(announced) <= smallBody;
  const text = isSmall ? await request.text() : await readCounted(request, limit);
  if (text.length > limit) throw refusals.tooLarge({ params: { limit } });
  return text;
}

async function readCounted(request: Request, limit: number): Promise<string> {
  const reader = bodyInPieces(request)?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw refusals.tooLarge({ params: { limit } });
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refusals.badJson({ params: { reason: String((cause as Error).message) }, cause });
  }
}

/** `__proto__` in JSON becomes an own property that later copies could follow. */
export function checkJson(value: unknown, depth = 0): void {
  // 1e400 is valid JSON but parses as infinity.
  if (typeof value === 'number' && !Number.isFinite(value)) throw refusals.numberTooLarge();
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw refusals.tooDeep({ params: { limit: deepest } });
  if (Object.hasOwn(value, '__proto__')) throw refusals.unknownFields({ params: { names: '__proto__' } });
  const members = Object.values(value);
  if (members.length > mostMembers && !Array.isArray(value))
    throw refusals.tooManyMembers({ params: { limit: mostMembers } });
  for (const member of members) checkJson(member, depth + 1);
}
