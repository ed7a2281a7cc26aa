/** What came back after a release without it: its columns still hold what was kept from some people. */
import type { Change, Model } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { Candidates } from './createCandidates.ts';
import { findRelease, releasesAfter } from './releases.ts';

type From = { readonly store: Pick<StoreSession, 'find'>; readonly candidates: Candidates };

/** The models that last had the fields and entities which `changes` bring back to what is in force. */
export async function earlierModels(
  { store, candidates }: From,
  inForce: readonly Change[],
  changes: readonly Change[],
): Promise<readonly Model[]> {
  const there = new Set(namesOf(inForce));
  const missing = namesOf(changes).filter((name) => !there.has(name));
  if (missing.length === 0) return [];
  const last = await lastReleases({ store, candidates });
  const numbers = new Set(missing.flatMap((name) => last.get(name) ?? []));
  const models: Model[] = [];
  for (const number of numbers) {
    const release = await findRelease(store, number);
    if (release) models.push((await candidates.of(release.changes)).compilation.model);
  }
  return models;
}

type Known = { upTo: number; readonly last: Map<string, number> };

/** What is published never changes: each release is read once, however often a draft is looked at. */
const known = new WeakMap<Candidates, Known>();

/** The number of the release that last had each field and entity. */
async function lastReleases({ store, candidates }: From): Promise<ReadonlyMap<string, number>> {
  const read = known.get(candidates) ?? { upTo: 0, last: new Map<string, number>() };
  known.set(candidates, read);
  for await (const { number, changes } of releasesAfter(store, read.upTo)) {
    for (const name of namesOf(changes)) read.last.set(name, number);
    read.upTo = number;
  }
  return read.last;
}

const namesOf = (changes: readonly Change[]): readonly string[] =>
  changes
    .filter(({ kind }) => kind === 'field' || kind === 'entity')
    .map(({ kind, name }) => `${kind}/${name}`);
