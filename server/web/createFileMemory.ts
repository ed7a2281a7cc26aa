import { FileTooLarge } from '../files/FileTooLarge.ts';
import type { FileStore } from '../ports/ports.ts';
import { toHex } from './encode.ts';

type Kept = { readonly bytes: Uint8Array<ArrayBuffer>; readonly storedAt: Date };

/** An in-memory file store for stories and tests. */
export function createFileMemory(now: () => Date): FileStore {
  const kept = new Map<string, Kept>();
  return {
    put: async (id, content, { maxBytes }) => {
      const bytes = await readAll(content, maxBytes);
      kept.set(id, { bytes, storedAt: now() });
      return { size: bytes.length, sha256: toHex(await crypto.subtle.digest('SHA-256', bytes)) };
    },
    open: async (id, part) => {
      const bytes = kept.get(id)?.bytes;
      const wanted = part ? bytes?.slice(part.start, part.end + 1) : bytes;
      return wanted && new Blob([wanted]).stream();
    },
    bytes: async (id) => kept.get(id)?.bytes.slice(),
    remove: async (id) => {
      kept.delete(id);
    },
    list: async () => [...kept].map(([id, { storedAt }]) => ({ id, storedAt })),
  };
}

async function readAll(
  content: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = content.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    parts.push(part.value);
    if (size <= maxBytes) continue;
    const error = new FileTooLarge();
    await reader.cancel(error);
    throw error;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
