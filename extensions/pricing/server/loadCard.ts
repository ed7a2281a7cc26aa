/** The rate card a pricing path speaks of; 404 when there is none, or it is another product's. */
import type { DataRecord } from '#engine';
import { type From, loadRecord, refuseElsewhere } from '#server/extension';

type Params = Readonly<Record<string, string>>;

export async function loadCard(from: From, { productId, rateCardId, id = '' }: Params): Promise<DataRecord> {
  const plan = from.call.runtime.planOf('rate-card');
  const card = await loadRecord(from, plan, rateCardId ?? id);
  if (productId) refuseElsewhere(plan, card, { ProductId: productId });
  return card;
}
