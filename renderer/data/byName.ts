/** Something provided by an extension or by the renderer. */
export type Brought<One> = { readonly by: string; readonly one: One };

/** Indexes by name. Throws on a duplicate and names both providers. */
export function byName<One extends { readonly name: string }>(
  sort: string,
  brought: readonly Brought<One>[],
): ReadonlyMap<string, One> {
  const found = new Map<string, Brought<One>>();
  for (const next of brought) {
    const { name } = next.one;
    const first = found.get(name);
    if (first)
      throw new Error(
        `The ${sort} “${name}” comes from both ${first.by} and ${next.by}. Rename one of them.`,
      );
    found.set(name, next);
  }
  return new Map([...found].map(([name, { one }]) => [name, one]));
}
