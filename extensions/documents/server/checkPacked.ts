/** Why code: a PDF can pack gigabytes into a few bytes, and the library unpacks before anybody can ask how much. */
import { pdfLimits, pdfRefusals } from './pdfRefusals.ts';

/** Refuses a PDF with too many objects, or whose packed objects are too large or not what they say. */
export async function checkPacked(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // One character for each byte, so that places in the text are places in the file.
  const text = new TextDecoder('latin1').decode(bytes);
  const objects = text.match(/\bobj\b/g)?.length ?? 0;
  const streams = text.match(/stream\r?\n/g)?.length ?? 0;
  if (objects > pdfLimits.objects || streams > 2 * objects) throw pdfRefusals.tooLarge();
  if (outsideObjects(text) > 65_536 + 40 * objects) throw pdfRefusals.damaged();
  const packed = [...text.matchAll(/(?<!end)stream\r?\n/g)].filter(({ index }) =>
    isPacked(headOf(text, index)),
  );
  // Each name of a packed object belongs to a stream found here; one that is spelled otherwise hides something.
  if ((text.match(packedName)?.length ?? 0) !== packed.length || hidesName(text)) throw pdfRefusals.damaged();
  let size = 0;
  for (const { 0: keyword, index } of packed) {
    const head = headOf(text, index);
    const start = index + keyword.length;
    const end = text.indexOf('endstream', start);
    if (end < 0 || !holdsFew(head)) throw pdfRefusals.damaged();
    size += await unpackedSize(head, bytes.subarray(start, end), pdfLimits.unpackedBytes - size);
  }
}

/** Characters that belong to no object: a table of places has few, and the library tries each of them anew. */
function outsideObjects(text: string): number {
  let [outside, at] = [0, 0];
  while (at < text.length) {
    const start = text.indexOf(' obj', at);
    if (start < 0) return outside + text.length - at;
    outside += start - at;
    const end = text.indexOf('endobj', start);
    at = end < 0 ? text.length : end + 6;
  }
  return outside;
}

const packedName = /\/(?:ObjStm|XRef)(?![A-Za-z0-9])/g;

const isPacked = (head: string): boolean => head.search(packedName) >= 0;

/** The dictionary before a stream. */
function headOf(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 4096), index);
  return before.slice(Math.max(before.lastIndexOf('endobj'), before.lastIndexOf('endstream'), 0));
}

/** How many objects are packed must stand here as a number: `/N 7 0 R` says it somewhere else. */
function holdsFew(head: string): boolean {
  if (!head.includes('/ObjStm')) return true;
  const [, count, isElsewhere] = /\/N\s+(\d+)(\s+\d+\s+R)?/.exec(head) ?? [];
  return count !== undefined && isElsewhere === undefined && Number(count) <= pdfLimits.objects;
}

/** `/Obj#53tm` is `/ObjStm` in other letters, and `/Type 7 0 R` says it somewhere else. */
function hidesName(text: string): boolean {
  if (/\/Type\s+\d+\s+\d+\s+R/.test(text)) return true;
  const escaped = text.match(/\/[A-Za-z]{0,5}#[0-9a-fA-F]{2}[A-Za-z#0-9]{0,16}/g) ?? [];
  return escaped.some((name) => /^\/(?:ObjStm|XRef|Type)$/.test(unescaped(name)));
}

const unescaped = (name: string): string =>
  name.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

async function unpackedSize(head: string, data: Uint8Array<ArrayBuffer>, limit: number): Promise<number> {
  if (!/\/Filter/.test(head)) return data.length;
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*[/>]/.test(head)) throw pdfRefusals.damaged();
  // The line end before `endstream` is not part of the data, but its bytes may also be the last of them.
  const lengths = new Set([Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(head)?.[1] ?? data.length)]);
  for (const cut of [0, 1, 2]) lengths.add(data.length - cut);
  for (const length of lengths) {
    const size = await inflatedSize(data.subarray(0, length), limit);
    if (size !== undefined) return size;
  }
  throw pdfRefusals.damaged();
}

/** Unpacks piece by piece and keeps nothing; undefined when the data are not whole. */
async function inflatedSize(data: Uint8Array<ArrayBuffer>, limit: number): Promise<number | undefined> {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > limit) break;
    }
  } catch {
    return undefined;
  }
  if (size <= limit) return size;
  await reader.cancel().catch(() => undefined);
  throw pdfRefusals.tooLarge();
}
