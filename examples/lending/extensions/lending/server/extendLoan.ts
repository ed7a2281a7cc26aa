// Code, because whether a loan may be extended depends on other loans of the same equipment.
import type { DataRecord } from '#engine';
import {
  allOf,
  answers,
  defineAction,
  equals,
  inTransaction,
  loadRecord,
  Refusal,
  sent,
  Type,
  updateWithin,
  type WriteScope,
} from '#server/extension';

const usualDays = 7;

/** `PUT /loan/{id}/extend`: so many days longer, a week where nothing is said. */
export const extendLoan = defineAction({
  body: sent({ Days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })) }),
  answer: answers.ref('loan'),
  run: (call, { plan, id = '', input, revision }) =>
    inTransaction(call, async (scope) => {
      const loan = await loadRecord(scope, plan, id);
      const DueOn = addDays(String(loan.DueOn), input.Days ?? usualDays);
      // Rules and revision are judged first; what is refused after that is taken back with the transaction.
      const extended = await updateWithin(scope, plan, { id, input: { DueOn }, action: 'extend', revision });
      const waiting = await reservedBy(scope, loan, DueOn);
      if (!waiting) return extended;
      const params = { number: waiting.Number, date: waiting.LentOn };
      throw new Refusal('conflict', 'loan.reserved-next', { params });
    }),
});

/** A reservation that needs some of the equipment before the loan would then be over. */
async function reservedBy(
  { session }: WriteScope,
  loan: DataRecord,
  until: string,
): Promise<DataRecord | undefined> {
  const filter = allOf([
    equals('StateId', 1),
    { kind: 'compare', path: 'LentOn', operator: 'ge', value: String(loan.LentOn) },
    { kind: 'compare', path: 'LentOn', operator: 'le', value: until },
  ]);
  const { items } = await session.find({ entity: 'loan', filter });
  const lent = equipmentOf(loan);
  return items.find((other) => other.Id !== loan.Id && equipmentOf(other).some((one) => lent.includes(one)));
}

const equipmentOf = ({ Lines }: DataRecord): readonly unknown[] =>
  ((Lines ?? []) as readonly DataRecord[]).map(({ EquipmentId }) => EquipmentId);

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
