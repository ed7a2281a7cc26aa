/** People who follow a record. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { allOf, equals } from '../operations/filters.ts';
import { inTransaction } from '../operations/OperationCall.ts';
import { insertRecord } from '../operations/writeRecord.ts';
import { type Around, about, refuseGone } from './aroundRecord.ts';
import type { All } from './readers.ts';

const followerEntity = 'record-follower';

/** People who may follow one record. */
const mostFollowers = 500;

export async function follow(around: Around): Promise<void> {
  await inTransaction(around.call, async (scope) => {
    await refuseGone(scope, around);
    const { user, runtime } = scope.call;
    if ((await scope.session.count(followerEntity, mine(around))) > 0) return;
    if ((await scope.session.count(followerEntity, about(around))) >= mostFollowers)
      throw refusals.tooManyFollowers({ params: { limit: mostFollowers } });
    await insertRecord(scope, runtime.planOf(followerEntity), {
      ...{ Id: runtime.ports.newId(), Entity: around.plan.entity.id },
      ...{ RecordId: around.id, UserId: user.Id },
    });
  });
}

export async function unfollow(around: Around): Promise<void> {
  await inTransaction(around.call, async ({ session }) => {
    const { items } = await session.find({ entity: followerEntity, filter: mine(around) });
    for (const { Id } of items) await session.remove(followerEntity, String(Id));
  });
}

/** How many follow, whether the caller does, and the names of the first. */
export async function followersOf({ runtime }: All, around: Around): Promise<DataRecord> {
  const { items, total } = await runtime.store.find({
    ...{ entity: followerEntity, filter: about(around), total: true, page: { number: 1, size: 20 } },
    sort: [{ path: 'CreatedDate', direction: 'asc' }],
  });
  const people = await runtime.store.getMany(
    'user',
    items.map(({ UserId }) => String(UserId)),
  );
  const IsFollowing = (await runtime.store.count(followerEntity, mine(around))) > 0;
  const Names = people.filter(({ IsActive }) => IsActive === true).map(({ DisplayName }) => DisplayName);
  return { IsFollowing, Count: total, Names };
}

const mine = (around: Around) => allOf([about(around), equals('UserId', around.call.user.Id)]);
