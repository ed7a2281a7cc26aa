/** Whether bytes are a zip archive that unpacks to no more than so many bytes: measured, not as the archive says of itself. */
export async function checkZip(bytes: Uint8Array, most: number): Promise<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = entriesOf(view);
  if (!entries) return false;
  let left = most;
  for (const { method, from, to } of entries) {
    const size = await unpackedSize(bytes.subarray(from, to), method, left);
    if (size === undefined || size > left) return false;
    left -= size;
  }
  return true;
}

type Entry = { readonly method: number; readonly from: number; readonly to: number };

const signatures = { end: 0x06054b50, entry: 0x02014b50, content: 0x04034b50 };
const endSize = 22;
/** More parts than any workbook of one table has. */
const mostEntries = 500;

/** Where the parts of an archive lie; undefined for what is none. */
function entriesOf(view: DataView): readonly Entry[] | undefined {
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  if (count === 0 || count > mostEntries) return undefined;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(view, at);
    if (!entry) return undefined;
    entries.push(entry);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let at = view.byteLength - endSize; at >= first; at -= 1)
    if (view.getUint32(at, true) === signatures.end) return at;
  return undefined;
}

function entryAt(view: DataView, at: number): Entry | undefined {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== signatures.entry) return undefined;
  const method = view.getUint16(at + 10, true);
  const packed = view.getUint32(at + 20, true);
  const content = view.getUint32(at + 42, true);
  if (content + 30 > view.byteLength || view.getUint32(content, true) !== signatures.content)
    return undefined;
  const from = content + 30 + view.getUint16(content + 26, true) + view.getUint16(content + 28, true);
  return from + packed > view.byteLength ? undefined : { method, from, to: from + packed };
}

/** Undefined for what cannot be unpacked; stops as soon as it is more than allowed. */
async function unpackedSize(bytes: Uint8Array, method: number, most: number): Promise<number | undefined> {
  if (method === 0) return bytes.length;
  if (method !== 8) return undefined;
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > most) {
        await reader.cancel();
        return size;
      }
    }
    return size;
  } catch {
    return undefined;
  }
}
