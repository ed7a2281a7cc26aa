// Code, because a file of a million rows is read by a job, which goes on when the call has been answered.
import type { DataRecord } from '#engine';
import { answers, createWithin, defineAction, noticeOf, record } from '#server/extension';

/** Stores the list that is to be, which nobody sees before its whole file has been judged, and starts reading. */
export const importCodes = defineAction({
  body: record('create'),
  answer: answers.all({ Id: answers.id, JobId: answers.id, CodeListName: answers.maybeText }),
  run: async (call, { plan, input, notice }) => {
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
  },
});
