// Custom code: invalidates caches of server and browsers without changing a record.
import { answers, collectOwned, defineAction, loadAnswer } from '#server/extension';

/** Makes everyone reload a product and all it owns; answers the stored product. */
export const refreshProductCache = defineAction({
  body: 'none',
  answer: answers.ref('product'),
  run: async (call, { plan, id = '' }) => {
    const { store, events } = call.runtime;
    const scope = { call, session: store, changes: [] };
    const product = await loadAnswer(scope, plan, id);
    const owned = await collectOwned(scope, plan, [id]);
    await store.forget([plan.entity.id, ...owned.map((one) => one.plan.entity.id)]);
    for (const entity of new Set(owned.map((one) => one.plan.entity.id)))
      events.announce('recordChanged', { entity, id, operation: 'refresh' });
    events.announce('recordChanged', { entity: plan.entity.id, id, operation: 'refresh' });
    return product;
  },
});
