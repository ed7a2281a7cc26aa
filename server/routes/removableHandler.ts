import type { RouteModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { couldRemove } from '../operations/removeRecord.ts';
import type { Handler } from './Handler.ts';

/** `GET /profile/candeletebrand/{brandId}`: whether the record could be removed now; removes nothing. */
export function removableHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  const name = route.flag ?? '';
  return async (call) => {
    const id = call.params[route.idParameter ?? ''] ?? '';
    try {
      await couldRemove(operationCall(call), plan, id);
      return json({ [name]: true }, route.status);
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'not-found')
        return json({ [name]: false }, route.status);
      throw error;
    }
  };
}
