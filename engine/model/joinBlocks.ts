import type { DeclarationFile, Finding } from '../types/modelTypes.ts';

const ofBlock = /^(.*\bscreens\/[^/]+\/[^/]+)\/[^/]+\.json$/;

/**
 * A long screen may be split into files: the folder with its name holds further blocks, one per file
 * (`screens/catalogue/product/plans.json`), ordered by the screen's groups. This joins them, so that later
 * steps need not know about files. A block without a screen is left as it is and becomes a finding.
 */
export function joinBlocks(files: readonly DeclarationFile[]): readonly DeclarationFile[] {
  const screens = new Map(files.map((entry) => [entry.file, entry]));
  const blocks = new Map<string, DeclarationFile[]>();
  for (const entry of files) {
    const screen = `${ofBlock.exec(entry.file)?.[1]}.json`;
    if (Array.isArray(blocksOf(screens.get(screen))))
      blocks.set(screen, [...(blocks.get(screen) ?? []), entry]);
  }
  const joined = new Set([...blocks.values()].flat());
  return files
    .filter((entry) => !joined.has(entry))
    .map((entry) => withBlocks(entry, blocks.get(entry.file)));
}

function withBlocks(entry: DeclarationFile, blocks: readonly DeclarationFile[] = []): DeclarationFile {
  const own = blocksOf(entry);
  if (blocks.length === 0 || !own) return entry;
  return {
    file: entry.file,
    json: { ...(entry.json as object), blocks: [...own, ...blocks.map(({ json }) => withoutSchema(json))] },
    blockFiles: [...own.map(() => entry.file), ...blocks.map(({ file }) => file)],
  };
}

/** The file where a part of a screen was written: that of its block, if it has one. */
export function writtenAt<Place extends Pick<Finding, 'file' | 'path'>>(
  files: readonly DeclarationFile[],
  place: Place,
): Place {
  const [, index, rest = ''] = /^\/blocks\/(\d+)(.*)$/.exec(place.path) ?? [];
  const file = index && files.find((entry) => entry.file === place.file)?.blockFiles?.[Number(index)];
  return file && file !== place.file ? { ...place, file, path: rest } : place;
}

const blocksOf = (entry: DeclarationFile | undefined): readonly unknown[] | undefined => {
  const json = entry?.json as { readonly blocks?: readonly unknown[] } | null | undefined;
  return Array.isArray(json?.blocks) ? json.blocks : undefined;
};

/** `$schema` is for editors; blocks inside a screen have none. */
function withoutSchema(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const { $schema: _, ...block } = json as { readonly $schema?: string };
  return block;
}
