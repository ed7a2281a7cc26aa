/** Published overlays in the store. */
import { type Change, changeKinds, checkChange, type DataRecord, isUnkeepable } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { equals } from '../operations/filters.ts';
import type { StoreSession } from '../store/types.ts';

export const releaseEntity = 'configuration-release';
/** Each publication is announced about it. */
export const releaseTopic = 'release';

export type Release = {
  readonly number: number;
  readonly changes: readonly Change[];
  /** Version of the shipped declarations it was published on. */
  readonly shipped?: string;
  readonly record: DataRecord;
};

type Reader = Pick<StoreSession, 'find'>;

/** The latest release; undefined while the application is as shipped. */
export async function newestRelease(store: Reader): Promise<Release | undefined> {
  const { items } = await store.find({
    entity: releaseEntity,
    sort: [{ path: 'Number', direction: 'desc' }],
    page: { number: 1, size: 1 },
  });
  return items[0] && releaseOf(items[0]);
}

/** The releases after this one, in order of publication. */
export async function* releasesAfter(store: Reader, number: number): AsyncGenerator<Release> {
  const size = 20;
  const filter = { kind: 'compare', path: 'Number', operator: 'gt', value: number } as const;
  for (let page = 1; ; page++) {
    const { items } = await store.find({
      entity: releaseEntity,
      filter,
      sort: [{ path: 'Number', direction: 'asc' }],
      page: { number: page, size },
    });
    yield* items.map(releaseOf);
    if (items.length < size) return;
  }
}

/** Refuses where another release than this is the newest: nothing is done over one that nobody has seen here. */
export async function refuseOvertaken(store: Reader, number: number): Promise<void> {
  if (((await newestRelease(store))?.number ?? 0) !== number) throw refusals.releaseOvertaken();
}

/** A release by its number. */
export async function findRelease(store: Reader, number: number): Promise<Release | undefined> {
  const { items } = await store.find({ entity: releaseEntity, filter: equals('Number', number) });
  return items[0] && releaseOf(items[0]);
}

/** The changes of a release; none for number 0, undefined when it does not exist. */
export async function changesOfRelease(
  store: Reader,
  number: number,
): Promise<readonly Change[] | undefined> {
  return number === 0 ? [] : (await findRelease(store, number))?.changes;
}

function releaseOf(record: DataRecord): Release {
  return {
    number: Number(record.Number),
    changes: changesIn(record),
    ...(record.Shipped ? { shipped: String(record.Shipped) } : {}),
    record,
  };
}

/**
 * The changes of a release or draft that have a valid key. Older versions may have stored others; they stay
 * in the store, but nothing could process them.
 */
export function changesIn({ Changes }: DataRecord): readonly Change[] {
  return Array.isArray(Changes) ? Changes.filter(isKept) : [];
}

function isKept(change: Change | null): change is Change {
  const isKnown = changeKinds.some((kind) => kind === change?.kind);
  return isKnown && change !== null && !checkChange(change).some(isUnkeepable);
}
