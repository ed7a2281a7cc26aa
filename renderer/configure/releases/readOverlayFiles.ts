/** Files a person chose, as the import takes them: one object a file, or a whole export in one. */
export type OverlayFiles = { readonly Files: readonly OverlayFile[] };
type OverlayFile = { readonly Path: string; readonly Text: string };

/** An export is taken apart; any other file goes as it is, so that the server says what is wrong with it. */
export async function readOverlayFiles(chosen: readonly File[]): Promise<readonly OverlayFile[]> {
  const read = await Promise.all(chosen.map(async (file) => ({ file, text: await file.text() })));
  return read.flatMap(({ file, text }) => filesIn(text) ?? [{ Path: pathOf(file, text), Text: text }]);
}

function filesIn(text: string): readonly OverlayFile[] | undefined {
  const json = parsed(text) as Partial<OverlayFiles> | undefined;
  return Array.isArray(json?.Files) ? json.Files : undefined;
}

/** A file on its own has lost its folder; what it says it is tells where it stood. */
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
