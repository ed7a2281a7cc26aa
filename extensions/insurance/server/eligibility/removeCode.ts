// Custom code: removing a code also updates its list, which must not become empty.
import { answers, defineAction, inTransaction, loadRecord, refusals, storeUpdate } from '#server/extension';
import { openList } from './heldLists.ts';

/** Deactivates a single code; its list records when and by whom it was changed. */
export const removeCode = defineAction({
  body: 'none',
  answer: answers.ref('eligibility-code'),
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      const previous = await loadRecord(scope, plan, id);
      const lists = call.runtime.planOf('eligibility-code-list');
      const list = await openList(scope, lists, String(previous.EligibilityCodeListId));
      if (previous.RemovalDate) throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
      const left = Number(list.TotalCodesCount) - 1;
      const message = 'ID_ProductEligibilityCodeList_CannotBeEmpty';
      if (left < 1) throw refusals.inUseBy({ id: message, message }, []);
      const counted = { previous: list, next: { ...list, TotalCodesCount: left }, operation: 'remove-code' };
      await storeUpdate(scope, lists, counted);
      const removed = { RemovalDate: call.now, RemovedBy: call.user.DisplayName };
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, ...removed },
        operation: 'remove-code',
      });
    }),
});
