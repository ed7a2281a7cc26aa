import type { DataRecord, RouteModel } from '#engine';
import { empty, json } from '../http/respond.ts';

/** A write's answer, as its route declares it. */
export function answerRecord(route: RouteModel, answer: DataRecord): Response {
  if (route.answer === 'none') return empty(route.status === 200 ? 204 : route.status);
  const headers = answer.Revision === undefined ? undefined : { etag: `"${answer.Revision}"` };
  return json(bodyOf(route, answer), route.status, headers);
}

function bodyOf({ answer, bodyField = '' }: RouteModel, record: DataRecord): unknown {
  if (answer === 'list') return record[bodyField] ?? [];
  if (answer === 'id') return { Id: record.Id };
  // An action may have made the whole page.
  return answer === 'page' && !Array.isArray(record.Items) ? { Items: [record], TotalItems: 1 } : record;
}
