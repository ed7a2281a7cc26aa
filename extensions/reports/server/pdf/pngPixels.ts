/**
 * How many pixels a PNG makes its decoder allocate, with those of its animation. The decoder of pdf-lib trusts
 * the sizes that the file names, so they are read before it starts.
 */
export function pngPixels(data: string): number | undefined {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  if (bytes.length < firstChunk || signature.some((byte, at) => bytes[at] !== byte)) return undefined;
  let pixels = 0;
  for (let at = signature.length; at < bytes.length; ) {
    if (at + chunkFrame > bytes.length) return undefined;
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    // A chunk that ends after the file would be read to its end all the same.
    if (at + chunkFrame + length > bytes.length) return undefined;
    const sizeAt = sizes.get(type);
    if (sizeAt !== undefined) {
      if (length < sizeAt + 8) return undefined;
      pixels += view.getUint32(at + 8 + sizeAt) * view.getUint32(at + 12 + sizeAt);
    }
    at += chunkFrame + length;
  }
  return pixels;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and checksum. */
const chunkFrame = 12;
const firstChunk = signature.length + chunkFrame;

/** Where width and height are in the chunks that name a size. */
const sizes: ReadonlyMap<string, number> = new Map([
  ['IHDR', 0],
  ['fcTL', 4],
]);
