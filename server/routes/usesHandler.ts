import { formatMessage, type RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { tagged } from '../http/respond.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { findUses } from '../operations/ruleTexts/findUses.ts';
import { pageOf } from '../operations/ruleTexts/pageOf.ts';
import type { Handler } from './Handler.ts';

/** `GET /product/{id}/parameter/{parameterId}/whereused`: the rules that use it. */
export function usesHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const from = { call: operationCall(call), session: call.runtime.store };
    const record = await loadRecord(from, plan, call.params[route.idParameter ?? ''] ?? '');
    const uses = await findUses(from, { plan, record });
    const say = (key: string) => formatMessage(runtime.model, call.locale, key);
    const Items = uses.map((use) => ({
      Entity: use.plan.entity.id,
      EntityName: say(use.plan.entity.title),
      Id: use.record.Id,
      Name: use.label,
      Field: use.field.name,
      FieldName: say(use.field.label),
      Text: use.text,
      Page: pageOf(use.field.rule?.pages ?? [], use.record) ?? null,
    }));
    return tagged({ Items, TotalItems: Items.length }, route.status);
  };
}
