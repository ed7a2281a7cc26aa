/** Approvals of a record that is put back to what it was, by work that knows no declarations. */
import type { StoreSession } from '../../store/types.ts';
import { allOf, equals } from '../filters.ts';
import {
  type ApprovalState,
  approvalEntity,
  type TaskState,
  type Told,
  taskEntity,
} from './approvalNames.ts';

type PutBack = {
  readonly entity: string;
  readonly id: string;
  /** Since then the record was not what it is now. */
  readonly since: string;
};

/** Takes back what was approved of the record as it is no longer, and asks again. */
export async function askAgain(session: StoreSession, { entity, id, since }: PutBack): Promise<void> {
  const waiting = allOf([
    equals('RecordId', id),
    equals('Entity', entity),
    equals('State', 'waiting' satisfies ApprovalState),
  ]);
  for (const { Id } of (await session.find({ entity: approvalEntity, filter: waiting })).items) {
    const given = allOf([equals('ApprovalId', Id), equals('State', 'approved' satisfies TaskState)]);
    const { items } = await session.find({ entity: taskEntity, filter: given });
    const unseen = items.filter(({ DecidedDate }) => String(DecidedDate) >= since);
    const open = { DecidedBy: null, DecidedFor: null, DecidedDate: null, Note: null, ToldDate: null };
    for (const task of unseen)
      await session.update(taskEntity, String(task.Id), { ...open, State: 'waiting' satisfies TaskState });
    if (unseen.length > 0)
      await session.update(approvalEntity, String(Id), { Tell: 'restarted' satisfies Told });
  }
}
