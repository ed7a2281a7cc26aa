// Custom code: a job reads files of a million rows and continues after the call is answered.
import type { DataRecord } from '#engine';
import { answers, createWithin, defineAction, noticeOf, record } from '#server/extension';

/** Stores the list, hidden until its whole file is checked, and starts the import. */
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
      outcome: {
        take: () => list,
        give: (taken) => {
          list = taken;
        },
      },
      prepare: async (scope) => {
        list = await createWithin(scope, plan, input);
        return { ListId: list.Id, FileId: list.FileId };
      },
    });
    return { Id: list.Id, JobId, CodeListName: list.CodeListName };
  },
});
