// Custom code: the stored data of a card comes from the vault, for a one-time token.
import type { DataRecord } from '#engine';
import {
  anId,
  answers,
  defineAction,
  draftRecord,
  type EntityPlan,
  insertRecord,
  inTransaction,
  isId,
  loadAnswer,
  loadRecord,
  may,
  member,
  type OperationCall,
  record,
  refusals,
  storeUpdate,
  validateWrite,
  type WriteScope,
} from '#server/extension';

/** Members besides the fields of a card. */
const ofCard = { CopyOfId: may(anId) };

/** Adds a card to the owner in the path; `CopyOfId` takes over the token of a card that is ended. */
export const addCard = defineAction({
  body: record('update', ofCard),
  answer: answers.ref('payment-card'),
  run: async (call, { plan, params, input }) => {
    const { CopyOfId, TemporaryToken, ...sent } = input;
    const owner = plan.entity.owner?.name ?? '';
    // The answer must not repeat a wrong id, because it may be a card number.
    if (CopyOfId && !isId(CopyOfId)) throw enterAgain(plan, '/CopyOfId');
    // Before the transaction, so that no write waits for the vault.
    const card = CopyOfId ? undefined : await redeemed(call, plan, member(input, 'TemporaryToken'));
    return inTransaction(call, async (scope) => {
      const copied = CopyOfId ? await loadRecord(scope, plan, String(CopyOfId).toLowerCase()) : undefined;
      const kept = copied ? secretsOf(copied) : card;
      const draft = await draftRecord(scope, plan, { ...known(plan, sent), [owner]: params[owner] });
      const next = await validateWrite(scope, {
        plan,
        action: 'create',
        next: { ...draft, ...kept },
        checksWritable: false,
      });
      await insertRecord(scope, plan, next);
      if (copied) await end(scope, plan, copied);
      return loadAnswer(scope, plan, String(next.Id));
    });
  },
});

/** Drops everything but fields of the entity, in case a card number was sent by mistake. */
const known = ({ entity }: EntityPlan, sent: DataRecord): DataRecord =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => entity.fieldByPath.has(name) && name !== 'Id'));

const secretsOf = ({ Token, MaskedNumber, PaymentCardTypeId }: DataRecord): DataRecord => ({
  Token,
  MaskedNumber,
  PaymentCardTypeId,
});

async function redeemed({ runtime }: OperationCall, plan: EntityPlan, token: unknown): Promise<DataRecord> {
  const card = await runtime.ports.cards.redeem(String(token ?? ''));
  const { lookup = '' } = plan.entity.fieldByPath.get('PaymentCardTypeId') ?? {};
  const type = runtime.model.lookups.get(lookup)?.items.find(({ Name }) => Name === card?.CardType);
  if (card && type) return { Token: card.Token, MaskedNumber: card.MaskedNumber, PaymentCardTypeId: type.Id };
  throw enterAgain(plan, '/TemporaryToken');
}

const enterAgain = ({ entity }: EntityPlan, path: string) =>
  refusals.invalid({
    entity: entity.id,
    issues: [{ rule: 'card.token', path, level: 'error', message: 'card.token', params: {} }],
  });

async function end(scope: WriteScope, plan: EntityPlan, previous: DataRecord): Promise<void> {
  const inactive = { ...previous, StatusId: 2, EndDate: scope.call.today };
  await storeUpdate(scope, plan, { previous, next: inactive, operation: 'deactivate' });
}
