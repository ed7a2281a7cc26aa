/** Orders what is placed after neighbours, so that each neighbour comes first. */

type Following = { readonly after?: string };

/**
 * Several with the same neighbour end up in order of their names, because the last one is inserted first. A
 * cycle keeps the order of names, and its first member finds no neighbour. `keyOf` gives the key of a change,
 * or that of the neighbour in its place.
 */
export function afterNeighbours<One extends Following>(
  byName: readonly One[],
  keyOf: (change: One, neighbour?: string) => string,
): readonly One[] {
  const waiting = new Map(byName.map((change) => [keyOf(change), change]));
  const placed = byName.filter(({ after }) => after === undefined);
  const following = byName.filter(({ after }) => after !== undefined).reverse();
  const done = new Set<One>();
  const visit = (change: One, trail: ReadonlySet<One>): void => {
    if (done.has(change) || trail.has(change)) return;
    const neighbour = change.after ? waiting.get(keyOf(change, change.after)) : undefined;
    if (neighbour) visit(neighbour, new Set([...trail, change]));
    done.add(change);
  };
  for (const change of [...placed, ...following]) visit(change, new Set());
  return [...done];
}
