/** Looks up earlier releases: models of what a step restores, and whether a step restores one exactly. */
import type { Change, Model } from '#engine';
import { grantFeatures } from '../operations/grantFeatures.ts';
import type { StoreSession } from '../store/types.ts';
import type { Candidates } from './createCandidates.ts';
import type { Step } from './publicationStep.ts';
import { changesOfRelease, findRelease, type Release, releasesAfter } from './releases.ts';

type From = { readonly store: Pick<StoreSession, 'find'>; readonly candidates: Candidates };

/** The models that last had the fields, entities and features that `changes` restore, newest first. */
export async function earlierModels(
  { store, candidates }: From,
  inForce: readonly Change[],
  changes: readonly Change[],
): Promise<readonly Model[]> {
  const there = new Set(namesOf(inForce));
  const missing = namesOf(changes).filter((name) => !there.has(name));
  if (missing.length === 0) return [];
  const { last } = await readLog({ store, candidates });
  const numbers = new Set(missing.flatMap((name) => last.get(name) ?? []));
  const models: Model[] = [];
  for (const number of [...numbers].sort((one, other) => other - one)) {
    const release = await findRelease(store, number);
    if (release) models.push((await candidates.of(release.changes)).compilation.model);
  }
  return models;
}

/**
 * The restored features that the person's current roles held when they last existed. An entity's features
 * disappear and return with it, so those who saw its records before see them again, and nobody else.
 */
export function heldBefore(
  { live, roles }: Pick<Step, 'live' | 'roles'>,
  earlier: readonly Model[],
): readonly string[] {
  const decided = new Set(live.features.keys());
  return earlier.flatMap((was) => {
    const gone = [...was.features.keys()].filter((feature) => !decided.has(feature));
    for (const feature of gone) decided.add(feature);
    const held = new Set(grantFeatures(was, roles));
    return gone.filter((feature) => held.has(feature));
  });
}

/**
 * If `changes` equal a release exactly: the newest model that someone else published, since people may undo
 * their own publications. Undefined for changes that were never published.
 */
export async function modelOfOthers(
  { store, candidates }: From,
  changes: readonly Change[],
  person: string,
): Promise<Model | undefined> {
  const { releases } = await readLog({ store, candidates });
  if (!(await wasPublished(store, releases, changes))) return undefined;
  const number = releases.findLast(({ by }) => by !== person)?.number ?? 0;
  const others = await changesOfRelease(store, number);
  return others && (await candidates.of(others)).compilation.model;
}

async function wasPublished(
  store: From['store'],
  releases: readonly Known[],
  changes: readonly Change[],
): Promise<boolean> {
  if (changes.length === 0) return true;
  const text = textOfChanges(changes);
  // The length rules out most releases without reading them.
  for (const { number, letters } of releases.filter((one) => one.letters === text.length)) {
    const found = await changesOfRelease(store, number);
    if (found && letters === text.length && textOfChanges(found) === text) return true;
  }
  return false;
}

/** Changes as one text, independent of their order. */
export function textOfChanges(changes: readonly Change[]): string {
  const texts = changes.map((change) => `${change.kind} ${change.name} ${JSON.stringify(change)}`);
  return texts.sort().join('\n');
}

type Known = { readonly number: number; readonly by: string; readonly letters: number };

type Log = {
  upTo: number;
  /** The number of the last release that had each field, entity and feature. */
  readonly last: Map<string, number>;
  /** In order of publication. */
  readonly releases: Known[];
};

/** Releases are immutable, so each is read only once. */
const logs = new WeakMap<Candidates, Log>();

async function readLog({ store, candidates }: From): Promise<Log> {
  const log = logs.get(candidates) ?? { upTo: 0, last: new Map<string, number>(), releases: [] };
  logs.set(candidates, log);
  for await (const release of releasesAfter(store, log.upTo)) {
    // Two calls may read concurrently.
    if (release.number <= log.upTo) continue;
    note(log, release);
  }
  return log;
}

function note(log: Log, { number, changes, record }: Release): void {
  for (const name of namesOf(changes)) log.last.set(name, number);
  log.releases.push({ number, by: String(record.PublishedBy), letters: textOfChanges(changes).length });
  log.upTo = number;
}

const returning = new Set<Change['kind']>(['field', 'entity', 'feature']);

const namesOf = (changes: readonly Change[]): readonly string[] =>
  changes.filter(({ kind }) => returning.has(kind)).map(({ kind, name }) => `${kind}/${name}`);
