import type { DataRecord, RouteModel } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { entityTag } from '../http/entityTag.ts';
import { empty, json } from '../http/respond.ts';
import { locationOf } from './locationOf.ts';

/** The answer of a write, as its route declares it. */
export function answerRecord(call: ApiCall, route: RouteModel, answer: DataRecord): Response {
  if (route.answer === 'none') return empty(route.status === 200 ? 204 : route.status);
  if (route.answer === 'flag') return json(true, route.status);
  const location = route.status === 201 ? locationOf(call.runtime.model, route.entity, answer) : undefined;
  const body = bodyOf(route, answer);
  return json(body, route.status, {
    ...(answer.Revision === undefined ? {} : { etag: entityTag(JSON.stringify(body), answer.Revision) }),
    ...(location ? { location } : {}),
  });
}

function bodyOf({ answer, bodyField = '', result }: RouteModel, record: DataRecord): unknown {
  if (answer === 'list') return record[bodyField] ?? [];
  if (result) return { ...record, ExecutionResult: { IsSuccess: true, Message: [] } };
  if (answer === 'id') return { Id: record.Id };
  // An action may return a complete page.
  return answer === 'page' && !Array.isArray(record.Items) ? { Items: [record], TotalItems: 1 } : record;
}
