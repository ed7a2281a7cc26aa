import type { ApprovalModel, DataRecord } from '#engine';

export const approvalEntity = 'approval';
export const taskEntity = 'approval-task';
export const absenceEntity = 'absence';

export type ApprovalState = 'waiting' | 'approved' | 'sent-back' | 'withdrawn' | 'cancelled';
export type TaskState = 'waiting' | 'approved' | 'closed';

/** What the person who asked is told; messages `approval.told.<word>`. */
export type Told =
  | 'approved'
  | 'sent-back'
  | 'overdue'
  | 'restarted'
  | 'no-step'
  | 'state'
  | 'removed'
  | 'nobody';

/** The place of a task that counts for all entries. */
export const escalated = -1;

/** The field of the history that says what became of an approval. */
export const approvalField = '$approval';

const day = 24 * 3_600_000;

/** The moments at which an approval is looked at again. */
export function momentsOf({ remind, days }: Pick<ApprovalModel, 'remind' | 'days'>, now: Date): DataRecord {
  const after = (count: number | undefined) =>
    count === undefined ? null : new Date(now.getTime() + count * day).toISOString();
  const [RemindDate, DueDate] = [after(remind), after(days)];
  return { RemindDate, DueDate, NextDate: nextLook({ RemindDate, DueDate, IsOverdue: false }, now) };
}

/** The next reminder, when it is due, or in a day, since people and declarations change. */
export function nextLook({ RemindDate, DueDate, IsOverdue }: DataRecord, now: Date): string {
  const due = IsOverdue === true ? null : DueDate;
  const moments = [RemindDate, due, new Date(now.getTime() + day).toISOString()];
  return moments.filter((one): one is string => typeof one === 'string').toSorted()[0] as string;
}
