// Custom code: answers two fields of a product as a list of views.
import { authorize, defineAction, loadAnswer } from '#server/extension';
import { templates } from '../shapes.ts';
import { templatesOf } from './views.ts';

/** `GET /dynamicviews/{id}`. */
export const readTemplates = defineAction({
  body: 'none',
  answer: templates,
  run: async (call, { plan, params }) => {
    authorize(plan.entity.policy.view, call.features);
    const product = await loadAnswer({ call, session: call.runtime.store }, plan, params.id ?? '');
    return templatesOf(product);
  },
});
