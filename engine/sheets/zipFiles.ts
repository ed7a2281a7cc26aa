/** Packs files into a zip archive. */
import { zipSync } from 'fflate';

/** Files by name; packed at once, because they are in memory anyway. */
export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  return zipSync({ ...files }, { level: 6 }) as Uint8Array<ArrayBuffer>;
}
