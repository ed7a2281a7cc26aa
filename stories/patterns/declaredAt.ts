type File = { readonly file: string; readonly json: unknown };

/**
 * The part of a declaration file that keys lead to. `?bulk` is the first item with that property:
 * `blocks.?bulk.bulk`. Throws where there is none.
 */
export function declaredAt(files: readonly File[], { file, at }: { file: string; at: string }): unknown {
  const found = files.find((one) => one.file === file);
  const part = at.split('.').reduce<unknown>(follow, found?.json);
  if (part === undefined) throw new Error(`${file} has nothing at ${at}`);
  return part;
}

function follow(node: unknown, key: string): unknown {
  if (key.startsWith('?')) return Array.isArray(node) ? node.find((item) => key.slice(1) in item) : undefined;
  return (node as Record<string, unknown> | undefined)?.[key];
}
