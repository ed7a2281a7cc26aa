/** Writes a report's file to a network folder under a name unique among our deliveries. */
import type { DataRecord } from '#engine';
import { allOf, equals, type SharedFile, ShareTrouble } from '#server/extension';
import type { Delivering, MadeFile, Trouble } from './delivery.ts';
import { deliveryStates, later, leaseTime } from './deliveryStates.ts';

type Placing = {
  readonly delivery: DataRecord;
  readonly subscription: DataRecord;
  readonly file: MadeFile;
  readonly isAgain: boolean;
};

/** The file with its name there, or the problem, or nothing because another process has taken the run. */
export async function placeFile(
  round: Delivering,
  placing: Placing,
): Promise<MadeFile | Trouble | { readonly lost: true }> {
  const folder = String(placing.subscription.Path);
  const share = folder.toLowerCase().split('\\').slice(0, 4).join('\\');
  if (round.closedShares.has(share)) return troubleOf('gone', folder);
  const name = await noteName(round, placing);
  if (name === undefined) return { lost: true };
  try {
    return { ...placing.file, name: await put(round, placing, name) };
  } catch (error) {
    if (!(error instanceof ShareTrouble)) {
      round.runtime.ports.log.error({ err: error, delivery: placing.delivery.Id }, 'file not delivered');
      return troubleOf('gone', folder);
    }
    if (error.reason === 'gone' || error.reason === 'slow') round.closedShares.add(share);
    return troubleOf(error.reason, folder, error.isForGood);
  }
}

/**
 * The name is stored before the file is written, so that a run that crashed recognizes its own file. Reports
 * of the same second and folder get the run's id.
 */
async function noteName({ runtime }: Delivering, placing: Placing): Promise<string | undefined> {
  const { store, ports } = runtime;
  const { delivery, subscription, file, isAgain } = placing;
  const [id, Location] = [String(delivery.Id), subscription.Path];
  return store.transaction(async (session) => {
    const stored = await session.get('report-delivery', id);
    if (stored?.StateId !== deliveryStates.running || stored.Attempts !== delivery.Attempts) return undefined;
    const same = allOf([equals('Location', Location), equals('Name', file.name)]);
    const others = (await session.count('report-delivery', same)) - (isAgain ? 1 : 0);
    const Name = !isAgain && others > 0 ? ownName(file.name, id) : file.name;
    const NextTry = later(ports.now().toISOString(), leaseTime);
    const made = { FileId: file.FileId, Note: file.note || null };
    await session.update('report-delivery', id, { ...made, Name, Location, NextTry });
    return Name;
  });
}

const ownName = (name: string, id: string): string => name.replace(/(\.[^.]*)?$/, ` (${id.slice(-8)})$1`);

/** If someone else's file has the name, the run's own name is used instead. */
async function put(round: Delivering, placing: Placing, name: string): Promise<string> {
  try {
    await putAs(round, placing, name);
    return name;
  } catch (error) {
    const own = ownName(placing.file.name, String(placing.delivery.Id));
    if (!(error instanceof ShareTrouble) || error.reason !== 'taken' || own === name) throw error;
    await round.runtime.store.update('report-delivery', String(placing.delivery.Id), { Name: own });
    await putAs(round, placing, own);
    return own;
  }
}

async function putAs({ runtime }: Delivering, placing: Placing, name: string): Promise<void> {
  const { store, ports } = runtime;
  if (!ports.shares) throw new ShareTrouble('unmapped');
  const { file, delivery, subscription, isAgain } = placing;
  const content = await ports.files.open(String(file.FileId));
  const known = await store.get('file', String(file.FileId));
  if (!content || !known) throw new Error('The file of a delivery is gone.');
  const folder = String(subscription.Path);
  const shared: SharedFile = {
    folder,
    name,
    id: String(delivery.Id),
    content,
    sha256: String(known.Sha256),
    isAgain,
  };
  try {
    await ports.shares.put(shared);
  } finally {
    // Releases a file that was not read.
    await content.cancel().catch(() => undefined);
  }
}

function troubleOf(reason: ShareTrouble['reason'], path: string, isForGood = false): Trouble {
  return {
    problem: { code: 'conflict', key: `report.delivery.share.${reason}`, params: { path } },
    cause: isForGood ? 'refused' : 'share',
  };
}
