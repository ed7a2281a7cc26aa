/** Makes relations between the rows of one list symmetric. */

export type MirrorRow = {
  /** The id the row stands for; rows without one are ignored. */
  readonly key: unknown;
  /** Whether the list of relations is relevant for this row. */
  readonly relevant: boolean;
  readonly ids: readonly unknown[];
  /** Relations stashed while the list is irrelevant. */
  readonly stash: readonly unknown[];
  /** Relations restored by this very change, which made the list relevant again. */
  readonly recalled?: readonly unknown[];
};

type MirrorResult = { readonly ids: readonly unknown[]; readonly stash: readonly unknown[] };

/** Previous relations: key → ids. */
export type Relations = ReadonlyMap<unknown, readonly unknown[]>;

/**
 * Completes one-sided relations. A relation that was symmetric and is now one-sided was removed on the other
 * side. A row that is gone or irrelevant is dropped from the others' lists; an irrelevant row stashes them,
 * also when its partner restores or shares the relation. A new relation that cannot hold stays, so that a
 * check can refuse it.
 */
export function settleMirror(rows: readonly MirrorRow[], previous?: Relations): readonly MirrorResult[] {
  const work = rows.map((row) => ({ ids: new Set(row.ids), stash: new Set(row.stash) }));
  const placeOf = placesByKey(rows);
  const listed = (from: unknown, to: unknown) => previous?.get(from)?.includes(to) ?? false;
  const held = (one: unknown, other: unknown) => listed(one, other) && listed(other, one);
  for (const [place, row] of rows.entries()) {
    // Of two rows with the same key, which a check refuses, the first counts.
    if (!row.relevant || placeOf.get(row.key) !== place) continue;
    for (const id of row.ids) if (id !== row.key) settlePair(place, row.key, id);
  }
  return rows.map((row, place) => unchangedOr(row, work[place]));

  function settlePair(from: number, key: unknown, id: unknown): void {
    const to = placeOf.get(id);
    const other = to === undefined ? undefined : rows[to];
    if (other?.relevant) settleBoth(from, to as number, [key, id]);
    else if (held(key, id) || rows[from]?.recalled?.includes(id) || other?.stash.includes(key)) {
      work[from]?.ids.delete(id);
      if (to !== undefined) work[to]?.stash.add(key);
    }
  }

  function settleBoth(from: number, to: number, [key, id]: readonly [unknown, unknown]): void {
    if (rows[to]?.ids.includes(key)) return;
    if (held(key, id)) work[from]?.ids.delete(id);
    else work[to]?.ids.add(key);
  }
}

function placesByKey(rows: readonly MirrorRow[]): ReadonlyMap<unknown, number> {
  return firstByKey(rows.map(({ key }, place) => [key, place]));
}

/** A map in which the first entry of a key wins and entries without a key are ignored. */
export function firstByKey<Value>(
  entries: readonly (readonly [unknown, Value])[],
): ReadonlyMap<unknown, Value> {
  const filled = entries.filter(([key]) => key !== undefined && key !== null);
  return new Map(filled.toReversed());
}

function unchangedOr(
  row: MirrorRow,
  work: { ids: Set<unknown>; stash: Set<unknown> } | undefined,
): MirrorResult {
  return {
    ids: work && !sameIds(row.ids, work.ids) ? [...work.ids] : row.ids,
    stash: work && !sameIds(row.stash, work.stash) ? [...work.stash] : row.stash,
  };
}

function sameIds(ids: readonly unknown[], set: ReadonlySet<unknown>): boolean {
  return ids.length === set.size && ids.every((id) => set.has(id));
}
