// Code, because it drops what the server and open browsers remember: no record changes, so no declaration says it.
import { collectOwned } from '../../operations/collectOwned.ts';
import { loadAnswer } from '../../operations/loadRecord.ts';
import type { Action } from '../Action.ts';

/** Makes everybody read a product and all it owns anew; gives the product as it is stored. */
export const refreshProductCache: Action = async (call, { plan, id = '' }) => {
  const { store, events } = call.runtime;
  const scope = { call, session: store, changes: [] };
  const product = await loadAnswer(scope, plan, id);
  const owned = await collectOwned(scope, plan, [id]);
  await store.forget([plan.entity.id, ...owned.map((one) => one.plan.entity.id)]);
  for (const entity of new Set(owned.map((one) => one.plan.entity.id)))
    events.announce('recordChanged', { entity, id, operation: 'refresh' });
  events.announce('recordChanged', { entity: plan.entity.id, id, operation: 'refresh' });
  return product;
};
