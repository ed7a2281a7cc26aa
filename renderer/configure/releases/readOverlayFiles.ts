/** Reads chosen files for the import, and exports a draft as a zip. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

export type OverlayFiles = { readonly Files: readonly OverlayFile[] };
type OverlayFile = { readonly Path: string; readonly Text: string };

/** Limits in bytes and files, the same as on the server. */
const largest = 4_194_304;
const most = 2000;

/** A zip of the files in their folders. */
export function zipOverlay({ Files }: OverlayFiles): Blob {
  const entries = Files.map(({ Path, Text }) => [Path, strToU8(Text)] as const);
  return new Blob([zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>], {
    type: 'application/zip',
  });
}

/**
 * Unpacks zips and single-file exports; other files pass through, so that the server reports what is wrong.
 */
export async function readOverlayFiles(chosen: readonly File[]): Promise<readonly OverlayFile[]> {
  const read = await Promise.all(chosen.map(filesOf));
  return read.flat();
}

async function filesOf(file: File): Promise<readonly OverlayFile[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return filesInZip(bytes);
  const text = await file.text();
  return filesIn(text) ?? [{ Path: pathOf(file, text), Text: text }];
}

/** Skips files added by operating systems. Throws if the zip is too large or invalid. */
function filesInZip(bytes: Uint8Array): readonly OverlayFile[] {
  let size = 0;
  let count = 0;
  const entries = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!name.endsWith('.json') || name.startsWith('__MACOSX/') || name.includes('/.')) return false;
      size += originalSize;
      count += 1;
      if (size > largest || count > most) throw new Error('too-large');
      return true;
    },
  });
  return Object.entries(entries).map(([Path, content]) => ({ Path, Text: strFromU8(content) }));
}

function filesIn(text: string): readonly OverlayFile[] | undefined {
  const json = parsed(text) as Partial<OverlayFiles> | undefined;
  return Array.isArray(json?.Files) ? json.Files : undefined;
}

/** A single file has lost its folder; derive it from kind and name. */
function pathOf(file: File, text: string): string {
  const json = parsed(text) as { kind?: unknown; name?: unknown } | undefined;
  const isNamed = typeof json?.kind === 'string' && typeof json.name === 'string';
  if (isNamed) return `overlay/${json.kind}/${json.name}.json`;
  return file.webkitRelativePath || file.name;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
