/** Of the files for one provider at most two are there: one that is read, and the newest, which takes its place. */
import type { Runtime } from '../../operations/OperationCall.ts';
import type { Store } from '../../store/types.ts';

type Lane = { turn: Promise<unknown>; newest: symbol; job: string | undefined };

const lanes = new WeakMap<Store, Map<string, Lane>>();

/**
 * Ends the job of an older file, waits until nothing of it is left, and starts the one of this file; undefined when
 * one that is newer still has come meanwhile.
 */
export async function inPlaceOfOlder(
  { store, jobs }: Runtime,
  provider: string,
  start: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const lane = laneOf(store, provider);
  const own = Symbol(provider);
  lane.newest = own;
  const turn = lane.turn.then(async () => {
    const older = lane.job;
    if (older !== undefined && jobs.cancel(older)) await jobs.ended(older);
    if (lane.newest !== own) return undefined;
    lane.job = await start();
    return lane.job;
  });
  lane.turn = turn.catch(() => undefined);
  return turn;
}

function laneOf(store: Store, provider: string): Lane {
  const ofStore = lanes.get(store) ?? new Map<string, Lane>();
  lanes.set(store, ofStore);
  const lane = ofStore.get(provider) ?? { turn: Promise.resolve(), newest: Symbol(), job: undefined };
  ofStore.set(provider, lane);
  return lane;
}
