/** The rate card a pricing path speaks of; 404 when there is none, or it is another product's. */
import type { DataRecord } from '#engine';
import { loadRecord, refuseElsewhere } from '../../operations/loadRecord.ts';
import type { From } from '../../operations/ruleTexts/loadOperandValues.ts';

type Params = Readonly<Record<string, string>>;

export async function loadCard(from: From, { productId, rateCardId, id = '' }: Params): Promise<DataRecord> {
  const plan = from.call.runtime.planOf('rate-card');
  const card = await loadRecord(from, plan, rateCardId ?? id);
  if (productId) refuseElsewhere(plan, card, { ProductId: productId });
  return card;
}
