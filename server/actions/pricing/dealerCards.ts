// Code, because a row stands for a plan of a card of a product on sale: records of three kinds.
import { equals } from '../../operations/filters.ts';
import type { Action } from '../Action.ts';
import { planDimension } from './cardLayout.ts';
import { dimensionsOf } from './cardRates.ts';

/** `GET /profile/dealer/dealerratecards/{id}`: the cards a dealer may hang up. */
export const dealerCards: Action = async (call) => {
  const { store } = call.runtime;
  const products = (
    await store.find({ entity: 'product', filter: equals('ProductStateType.Name', 'Active') })
  ).items;
  const known = new Map(products.map((product) => [product.Id, product]));
  const { items } = await store.find({ entity: 'rate-card', sort: [{ path: 'Name', direction: 'asc' }] });
  const Items = items.flatMap((card) => {
    const product = known.get(card.ProductId);
    if (!product || !card.RatesFileId) return [];
    const { Name: ProductName, Id: ProductId } = product;
    const Brand = (product.Brand as { readonly Name?: string } | undefined)?.Name ?? null;
    const [plans] = dimensionsOf(card).filter(({ Name }) => Name === planDimension);
    const names = plans?.Values.map(({ Label }) => Label) ?? [''];
    return names.map((ProductPlanName) => ({
      Brand,
      ProductName,
      ProductPlanName,
      ProductId,
      PricingRateCardId: card.Id,
    }));
  });
  return { Items, TotalItems: Items.length };
};
