// Custom code: whether a rule needs the list depends on the rule's syntax tree and on the other lists.
import type { DataRecord } from '#engine';
import {
  allOf,
  answers,
  defineAction,
  equals,
  findCalls,
  inTransaction,
  refusals,
  storeUpdate,
  type WriteScope,
} from '#server/extension';
import { openList } from './heldLists.ts';

/** Deactivates a list; it stays in the history. */
export const removeList = defineAction({
  body: 'none',
  answer: answers.ref('eligibility-code-list'),
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      const previous = await openList(scope, plan, id);
      await refuseNeeded(scope, previous);
      const removed = { IsActive: false, RemovalDate: call.now, RemovedBy: call.user.DisplayName };
      return storeUpdate(scope, plan, {
        previous,
        next: { ...previous, ...removed },
        operation: 'remove-list',
      });
    }),
});

/** The rule function that each kind of list answers. */
const checks: Readonly<Record<string, string>> = {
  'Product.PromoCode': 'isPromoCode',
  'Vehicle.VIN': 'isListedVin',
};

/** Decision 33: refuses to remove the only active list of a kind that a rule of the product uses. */
async function refuseNeeded({ call, session }: WriteScope, list: DataRecord): Promise<void> {
  const { ProductId, SourceName } = list;
  const sameKind = ['ProductId', 'SourceName'].map((name) => equals(name, list[name]));
  const active = await session.count('eligibility-code-list', allOf([...sameKind, equals('IsActive', true)]));
  const name = checks[String(SourceName)];
  if (active > 1 || !name) return;
  const uses = await findCalls(
    { call, session },
    { plan: call.runtime.planOf('parameter'), record: { ProductId }, name },
  );
  if (uses.length === 0) return;
  const message = 'ID_ProductEligibilityCodeList_EligibilityRule';
  throw refusals.inUseBy(
    { id: message, message },
    uses.map(({ record }) => String(record.Name)),
  );
}
