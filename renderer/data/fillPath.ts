/**
 * Puts values into a path of a declaration: `{Id}` from the row or record, `{route.x}`, `{data.product.Id}` and
 * `{user.Id}` from the screen. Values are encoded; an unknown name gives an empty part.
 */
export function fillPath(
  path: string,
  sources: { root?: unknown; route?: object; data?: object; user?: object; ask?: object },
): string {
  const { root, ...named } = sources;
  return path.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const parts = name.split('.');
    const start = Object.hasOwn(named, parts[0] ?? '') ? named : root;
    return encodeURIComponent(String(dig(start, parts) ?? ''));
  });
}

function dig(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (place, part) =>
      place && typeof place === 'object' ? (place as Record<string, unknown>)[part] : undefined,
    value,
  );
}
