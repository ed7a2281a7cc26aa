/** Something that an extension brings, or the renderer itself. */
export type Brought<One> = { readonly by: string; readonly one: One };

/** What is brought, by name. Throws where a name comes twice, and says who brings it. */
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
