/**
 * Fills a declared path: `{Id}` from the row or record, `{route.x}`, `{data.product.Id}` and `{user.Id}` from
 * the screen. Values are encoded; an unknown name becomes empty.
 */
export function fillPath(
  path: string,
  sources: {
    readonly root?: unknown;
    readonly route?: object;
    readonly data?: object;
    readonly user?: object;
    readonly ask?: object;
  },
): string {
  const { root, ...named } = sources;
  return path.replace(/\{([\w.]+)\}/g, (_, name: string) => {
    const parts = name.split('.');
    const start = Object.hasOwn(named, parts[0] ?? '') ? named : root;
    return encodeURIComponent(String(dig(start, parts) ?? ''));
  });
}

type Sources = Parameters<typeof fillPath>[1];

/** Fills placeholders in named texts, without encoding; empty if no texts are given. */
export function fillTexts(given: unknown, sources: Sources): Readonly<Record<string, string>> {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, text]) => [name, decodeURIComponent(fillPath(String(text), sources))]),
  );
}

function dig(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (place, part) =>
      place && typeof place === 'object' ? (place as Record<string, unknown>)[part] : undefined,
    value,
  );
}
