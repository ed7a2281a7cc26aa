import type { EntityModel } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { seesEvery } from '../operations/rowLimits.ts';

/** Whether row access hides any records of the entity from the person. */
export function isPartly({ id }: EntityModel, { session, runtime }: ApiCall): boolean {
  return session !== undefined && !seesEvery(runtime.model, id, session);
}
