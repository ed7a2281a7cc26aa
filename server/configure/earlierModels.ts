/** What came back after a release without it: its columns still hold what was kept from some people. */
import type { Change, Model } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { Candidates } from './createCandidates.ts';
import { earlierReleases } from './releases.ts';

type From = { readonly store: Pick<StoreSession, 'find'>; readonly candidates: Candidates };

/** The models that last had the fields and entities which `changes` bring back to what is in force. */
export async function earlierModels(
  { store, candidates }: From,
  inForce: readonly Change[],
  changes: readonly Change[],
): Promise<readonly Model[]> {
  const there = new Set(inForce.filter(isKept).map(nameOf));
  const missing = new Set(
    changes
      .filter(isKept)
      .map(nameOf)
      .filter((name) => !there.has(name)),
  );
  const models: Model[] = [];
  if (missing.size === 0) return models;
  for await (const release of earlierReleases(store)) {
    const found = release.changes
      .filter(isKept)
      .map(nameOf)
      .filter((name) => missing.delete(name));
    if (found.length > 0) models.push((await candidates.of(release.changes)).compilation.model);
    if (missing.size === 0) break;
  }
  return models;
}

const isKept = ({ kind }: Change) => kind === 'field' || kind === 'entity';
const nameOf = ({ kind, name }: Change) => `${kind}/${name}`;
