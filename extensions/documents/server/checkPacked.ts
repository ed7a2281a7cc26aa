/** Custom code: a few bytes of PDF can unpack to gigabytes, and the library unpacks without a limit. */
import { pdfLimits, pdfRefusals } from './pdfRefusals.ts';

/** Refuses a PDF with too many objects, or with packed objects that are too large or inconsistent. */
export async function checkPacked(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // One character per byte, so that positions in the text are positions in the file.
  const text = new TextDecoder('latin1').decode(bytes);
  const objects = text.match(/\bobj\b/g)?.length ?? 0;
  const streams = text.match(/stream\r?\n/g)?.length ?? 0;
  if (objects > pdfLimits.objects || streams > 2 * objects) throw pdfRefusals.tooLarge();
  if (outsideObjects(text) > 65_536 + 40 * objects) throw pdfRefusals.damaged();
  const packed = [...text.matchAll(/(?<!end)stream\r?\n/g)].filter(({ index }) =>
    isPacked(headOf(text, index)),
  );
  // Every packed object must belong to a stream found here; a name in another spelling hides something.
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

/** Characters outside of objects: xref tables have few, and the library tries to parse each. */
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

/** The dictionary in front of a stream. */
function headOf(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 4096), index);
  return before.slice(Math.max(before.lastIndexOf('endobj'), before.lastIndexOf('endstream'), 0));
}

/** The number of packed objects must be a literal; an indirect `/N 7 0 R` is refused. */
function holdsFew(head: string): boolean {
  if (!head.includes('/ObjStm')) return true;
  const [, count, isElsewhere] = /\/N\s+(\d+)(\s+\d+\s+R)?/.exec(head) ?? [];
  return count !== undefined && isElsewhere === undefined && Number(count) <= pdfLimits.objects;
}

/** `/Obj#53tm` is `/ObjStm` escaped, and `/Type 7 0 R` is an indirect name. */
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
  // The line end before `endstream` is not data, but its bytes may equal the last bytes of the data.
  const lengths = new Set([Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(head)?.[1] ?? data.length)]);
  for (const cut of [0, 1, 2]) lengths.add(data.length - cut);
  for (const length of lengths) {
    const size = await inflatedSize(data.subarray(0, length), limit);
    if (size !== undefined) return size;
  }
  throw pdfRefusals.damaged();
}

/** Decompresses piece by piece without keeping the result; undefined when the data are incomplete. */
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
