import type { EntityModel } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { seesEvery } from '../operations/rowLimits.ts';

/** Whether there are records of it that the person does not see. */
export function isPartly({ id }: EntityModel, { session, runtime }: ApiCall): boolean {
  return session !== undefined && !seesEvery(runtime.model, id, session);
}
