/** Notifies all administrators of something that would otherwise appear only in the log. */
import type { DataRecord, Model } from '#engine';
import { grantFeatures } from '../operations/grantFeatures.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/types.ts';

type Telling = {
  readonly store: Store;
  readonly model: Model;
  readonly ports: Pick<Ports, 'now' | 'newId'>;
};

/** Message keys, shown in each reader's language. */
type Word = {
  readonly title: string;
  readonly about: string;
  readonly problem: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Administrators: the people who may manage users. */
const feature = 'User.Manage';

export async function tellAdministrators({ store, model, ports }: Telling, word: Word): Promise<void> {
  const { items } = await store.find({ entity: 'user' });
  const moment = ports.now().toISOString();
  const isTold = ({ IsActive, Roles }: DataRecord) =>
    IsActive === true && Array.isArray(Roles) && grantFeatures(model, Roles.map(String)).includes(feature);
  await store.transaction(async (session) => {
    for (const { Id: UserId } of items.filter(isTold))
      await session.insert('notification', {
        ...{ Id: ports.newId(), Revision: 1, UserId, Kind: 'server', Title: word.title, Outcome: 'failed' },
        ...{ About: word.about.slice(0, 256), FinishedDate: moment, ReadDate: null, FindingCount: 0 },
        Problem: { code: 'internal', key: word.problem, params: word.params },
        ...{ CreatedDate: moment, CreatedBy: 'server', ModifiedDate: moment, ModifiedBy: 'server' },
      });
  });
}
