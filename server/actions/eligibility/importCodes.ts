// Code, because a file of a million rows is read by a job, which goes on when the call has been answered.
import type { DataRecord } from '#engine';
import { createWithin } from '../../operations/createRecord.ts';
import { noticeOf } from '../../operations/noticeOf.ts';
import type { Action } from '../Action.ts';

/** Stores the list that is to be, which nobody sees before its whole file has been judged, and starts reading. */
export const importCodes: Action = async (call, { plan, input, notice }) => {
  let list: DataRecord = {};
  const JobId = await call.runtime.jobs.start(call, {
    kind: 'eligibility-codes.import',
    key: String(input.ProductId ?? '').toLowerCase(),
    access: plan.entity.policy.create,
    notice: () => noticeOf(notice, list),
    prepare: async (scope) => {
      list = await createWithin(scope, plan, input);
      return { ListId: list.Id, FileId: list.FileId };
    },
  });
  return { Id: list.Id, JobId, CodeListName: list.CodeListName };
};
