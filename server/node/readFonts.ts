import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const find = createRequire(import.meta.url).resolve;
const file = (weight: string) => readFile(find(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));

let read: Promise<{ readonly plain: Uint8Array; readonly bold: Uint8Array }> | undefined;

/** The letters of the application's own typeface, read once, when the first PDF wants them. */
export function readFonts() {
  read ??= Promise.all([file('400Regular'), file('700Bold')]).then(([plain, bold]) => ({ plain, bold }));
  return read;
}
