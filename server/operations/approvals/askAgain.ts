/** Reopens decisions on values that a record no longer has. Needs no model: recovery runs before one is in force. */
import type { DataRecord } from '#engine';
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
  /** When the record got the values that are now taken back. */
  readonly since: string;
};

/** Asks again for every approval given since then. */
export async function askAgain(session: StoreSession, { entity, id, since }: PutBack): Promise<void> {
  const waiting = allOf([
    equals('RecordId', id),
    equals('Entity', entity),
    equals('State', 'waiting' satisfies ApprovalState),
  ]);
  for (const { Id } of (await session.find({ entity: approvalEntity, filter: waiting })).items) {
    const given = allOf([equals('ApprovalId', Id), equals('State', 'approved' satisfies TaskState)]);
    const { items } = await session.find({ entity: taskEntity, filter: given });
    const lapsed = items.filter(({ DecidedDate }) => String(DecidedDate) >= since);
    for (const task of lapsed) await reopenTask(session, task);
    if (lapsed.length > 0)
      await session.update(approvalEntity, String(Id), { Tell: 'restarted' satisfies Told });
  }
}

/** Asks the person or role again, without what was decided. */
export async function reopenTask(session: StoreSession, { Id }: DataRecord): Promise<void> {
  const undecided = { DecidedBy: null, DecidedFor: null, DecidedDate: null, Note: null, ToldDate: null };
  await session.update(taskEntity, String(Id), { State: 'waiting' satisfies TaskState, ...undecided });
}
