import { type DeclarationFile, kindOfFile, type ModelBundle } from '#engine';

/** What anyone may know before signing in: settings, the texts of the shell and screens that are open to all, and nothing of the business. */
export function publicBundle(bundle: ModelBundle): ModelBundle {
  return { version: bundle.version, files: bundle.files.flatMap(publicFile), trees: {} };
}

const openPrefixes = ['ui.', 'server.'];

function publicFile(entry: DeclarationFile): readonly DeclarationFile[] {
  const kind = kindOfFile(entry.file);
  if (kind === 'defaults') return [entry];
  if (kind === 'screen')
    return (entry.json as { readonly access?: unknown }).access === 'public' ? [entry] : [];
  if (kind !== 'messages') return [];
  const json = entry.json as { readonly messages?: Readonly<Record<string, unknown>> };
  const texts = Object.entries(json.messages ?? {}).filter(([key]) =>
    openPrefixes.some((prefix) => key.startsWith(prefix)),
  );
  return texts.length === 0
    ? []
    : [{ file: entry.file, json: { ...json, messages: Object.fromEntries(texts) } }];
}
