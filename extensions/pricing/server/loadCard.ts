/** The rate card in a pricing path; 404 when it does not exist or belongs to another product. */
import type { DataRecord } from '#engine';
import { type From, loadRecord, refuseElsewhere } from '#server/extension';

type Params = Readonly<Record<string, string>>;

export async function loadCard(from: From, { productId, rateCardId, id = '' }: Params): Promise<DataRecord> {
  const plan = from.call.runtime.planOf('rate-card');
  const card = await loadRecord(from, plan, rateCardId ?? id);
  if (productId) refuseElsewhere(plan, card, { ProductId: productId });
  return card;
}
