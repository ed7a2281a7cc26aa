/** A hundred thousand dealers, made of the shipped ones. */
import type { DataRecord, Model } from '#engine';
import type { Store } from '#server/app';
import { storedFields } from '../../server/operations/storedFields.ts';

const count = 100_000;
const batch = 5000;
const idOf = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Fills the store; gives the ids in their order. */
export async function fillDealers(store: Store, model: Model): Promise<readonly string[]> {
  const fields = model.entities.get('dealer')?.fields ?? [];
  const { items } = await store.find({ entity: 'dealer' });
  // Active ones, which may be changed.
  const sample = items.filter(
    ({ ProfileStatusId, AccountTypeId }) => ProfileStatusId === 3 && AccountTypeId === 1,
  );
  const ids: string[] = [];
  for (let from = 0; from < count; from += batch) {
    const copies = Array.from({ length: batch }, (_, index) => {
      const n = from + index;
      return {
        ...storedFields(fields, sample[n % sample.length] as DataRecord),
        Id: idOf(n),
        TradingName: `Dealer ${n} of Barrie`,
        LegalName: `${n} Ontario Inc.`,
        AccountFriendlyId: `B-${n}`,
        DealerClassificationId: 1,
      };
    });
    await store.insertMany('dealer', copies);
    ids.push(...copies.map(({ Id }) => Id));
  }
  return ids;
}
