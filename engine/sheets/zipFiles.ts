/** Files packed into one. */
import { zipSync } from 'fflate';

/** By their names; what is there already is held anyway, so it is packed at once. */
export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  return zipSync({ ...files }, { level: 6 }) as Uint8Array<ArrayBuffer>;
}
