/** At startup, applies the newest release to the shipped declarations. */
import type { Change, Compilation, DeclarationSet } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { InForce } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';
import { type Candidate, createCandidates } from './createCandidates.ts';
import { newestRelease, type Release, releaseEntity } from './releases.ts';

type Layering = {
  readonly shipped: InForce;
  readonly extensions: Registry;
  /** Reports changes that could not be applied to the operator. */
  readonly print: (line: string) => void;
};

type Options = Omit<Layering, 'shipped'> & {
  readonly set: DeclarationSet;
  readonly compilation: Compilation;
  readonly store: Store;
};

/** The shipped declarations with the newest release. The store is not migrated to them yet. */
export async function startWithRelease(options: Options): Promise<InForce> {
  const { set, compilation, store } = options;
  const shipped = { set, compilation, release: 0, changes: [] };
  const entity = compilation.model.entities.get(releaseEntity);
  if (!entity) return shipped;
  // Migrates only the table of releases; the other tables depend on the newest release.
  await store.migratePart({ ...compilation.model, entities: new Map([[entity.id, entity]]) });
  const release = await newestRelease(store);
  return release ? layRelease({ ...options, shipped }, release) : shipped;
}

/** A release over the shipped declarations; what does not fit them is set aside. */
export async function layRelease(
  { shipped, print, extensions }: Layering,
  release: Release,
): Promise<InForce> {
  const { changes } = release;
  const of = { release: release.number, changes, shipped: release.shipped };
  const aside = (changes: readonly Change[]) => ({
    ...shipped,
    ...of,
    setAside: Math.max(changes.length, 1),
  });
  const candidates = createCandidates({ extensions, shipped: () => shipped.set, inForce: () => shipped });
  try {
    const sound = await withoutBroken(candidates.of, changes, (name, reason) =>
      print(`Release ${release.number}: ${name} is set aside. ${reason}`),
    );
    if (sound) {
      const left = Number(release.record.ChangeCount) - sound.changes.length;
      // Changes set aside stay in the release, where a configurator can fix them.
      return { set: sound.set, compilation: sound.compilation, ...of, ...(left > 0 && { setAside: left }) };
    }
    print(
      `Release ${release.number} does not fit these declarations: the application runs as shipped. ${wayOn}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(
      `Release ${release.number} cannot be judged (${reason}): the application runs as shipped. ${wayOn}`,
    );
  }
  return aside(changes);
}

const wayOn = 'Nothing is lost: correct its changes under /configure, or restore another release.';

/** A new version of the application may not support every change; those that no longer fit are left out. */
async function withoutBroken(
  of: (changes: readonly Change[]) => Promise<Candidate>,
  changes: readonly Change[],
  tell: (change: string, reason: string) => void,
): Promise<Candidate | undefined> {
  let rest = changes;
  for (;;) {
    const candidate = await of(rest);
    const errors = candidate.findings.filter(({ level }) => level === 'error');
    if (errors.length === 0) return candidate;
    const broken = new Map(
      errors.flatMap((error) =>
        error.change ? [[`${error.change.kind} ${error.change.name}`, error] as const] : [],
      ),
    );
    const left = rest.filter(({ kind, name }) => !broken.has(`${kind} ${name}`));
    if (left.length === rest.length) return undefined;
    for (const [name, { code, params }] of broken) tell(name, `${code} ${JSON.stringify(params)}`);
    rest = left;
  }
}
