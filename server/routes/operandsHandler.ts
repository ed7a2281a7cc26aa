import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { tagged } from '../http/respond.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { loadVocabulary } from '../operations/ruleTexts/loadVocabulary.ts';
import type { Handler } from './Handler.ts';
import { operandBodies } from './ruleBodies.ts';

/** `GET /product/{id}/eligibilityparameters`: what the record's rule may refer to. */
export function operandsHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  const field = plan.entity.fieldByPath.get(route.rule ?? '');
  return async (call) => {
    const from = { call: operationCall(call), session: call.runtime.store };
    const record = await loadRecord(from, plan, call.params[route.idParameter ?? ''] ?? '');
    const { operands } = field
      ? await loadVocabulary(from, { field, record, withValues: true })
      : { operands: [] };
    return tagged({ Items: operandBodies(operands), TotalItems: operands.length }, route.status);
  };
}
