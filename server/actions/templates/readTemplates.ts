// Code, because two fields of a product are answered as a list of views.
import { authorize } from '../../operations/authorize.ts';
import { loadAnswer } from '../../operations/loadRecord.ts';
import type { Action } from '../Action.ts';
import { templatesOf } from './views.ts';

/** `GET /dynamicviews/{id}`. */
export const readTemplates: Action = async (call, { plan, params }) => {
  authorize(plan.entity.policy.view, call.features);
  const product = await loadAnswer({ call, session: call.runtime.store }, plan, params.id ?? '');
  return templatesOf(product);
};
