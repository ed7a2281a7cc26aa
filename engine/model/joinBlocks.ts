import type { DeclarationFile, Finding } from '../types/modelTypes.ts';

const ofBlock = /^(.*\bscreens\/[^/]+\/[^/]+)\/[^/]+\.json$/;

/**
 * A long screen is written in several files: what stands in the folder of its name are further blocks of it, one a
 * file (`screens/catalogue/product/plans.json`); its groups say in which order they are shown. Here they come together,
 * so that nothing after the reading knows of files. A block of no screen stays as it is and becomes a finding.
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

/** Where what stands at this place was written: in the file of its block, where that has one. */
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

/** The line an editor reads; a block within its screen has none. */
function withoutSchema(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  const { $schema: _, ...block } = json as { readonly $schema?: string };
  return block;
}
