/** One record for each item of a list in the body, all of them or none. */
import type { DataRecord, RouteModel } from '#engine';
import { type PlacedIssue, Refusal, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { createWithin } from '../operations/createRecord.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { heldRecord, isObject } from '../operations/heldRecord.ts';
import { inTransaction, type RuntimeOfAll } from '../operations/OperationCall.ts';
import { boundFields, type Handler, type Served, writtenFields } from './Handler.ts';
import { mostOfEach, recordTakes, sentItems } from './recordTakes.ts';

/** What is made, and the reference that differs between the records. */
type Made = { readonly plan: EntityPlan; readonly each: string };

/** An item by its place in the list. */
type Item = { readonly index: number; readonly record: DataRecord };

/** `POST /profile/dealer/{DealerId}/products` with `{ "ProductId": [ … ] }`. */
export function createEachHandler(route: RouteModel, each: string, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const handle: Handler = async (call) => {
    const { Id, ...bound } = boundFields(route, call);
    const set = Object.keys(bound);
    const made = await inTransaction(operationCall(call), (scope) =>
      ofEach({ plan, each }, sentItems<Item>(call), (sent) =>
        createWithin(
          scope,
          plan,
          { ...writtenFields(route, sent), ...bound },
          { sent: { sent, fields: route.fields, set } },
        ),
      ),
    );
    return json({ Items: made, TotalItems: made.length }, route.status);
  };
  const takes = recordTakes(runtime.model, route, { kind: 'create' });
  const hold = (call: ApiCall, body: unknown) => itemsOf(call, route, { plan, each }, body);
  return { takes: { ...takes, hold }, handle };
}

/** Tries every item before it refuses, so that all problems are told at once. */
async function ofEach<Result>(
  { plan, each }: Made,
  items: readonly Item[],
  make: (record: DataRecord) => Result | Promise<Result>,
): Promise<readonly Result[]> {
  const made: Result[] = [];
  const refused = new Map<string, PlacedIssue>();
  for (const { index, record } of items)
    try {
      made.push(await make(record));
    } catch (error) {
      // Only findings about the record itself belong to one item.
      if (!(error instanceof Refusal) || !error.details.issues) throw error;
      for (const issue of error.details.issues.map((one) => atItem(one, each, index)))
        refused.set(`${issue.path} ${issue.rule}`, issue);
    }
  if (refused.size > 0) throw refusals.invalid({ issues: [...refused.values()], entity: plan.entity.id });
  return made;
}

/** A finding about another field is about the body, whichever item showed it. */
const atItem = (issue: PlacedIssue, each: string, index: number): PlacedIssue =>
  issue.path === `/${each}` || issue.path === '' ? { ...issue, path: `/${each}/${index}` } : issue;

async function itemsOf(
  call: ApiCall,
  route: RouteModel,
  made: Made,
  body: unknown,
): Promise<readonly Item[]> {
  if (!isObject(body)) throw refusals.bodyNotObject();
  const { plan, each } = made;
  const key = Object.keys(body).find((name) => name.toLowerCase() === each.toLowerCase()) ?? each;
  const items: readonly unknown[] = Array.isArray(body[key]) ? body[key] : [];
  if (items.length === 0) throw refusedList(made, 'validation.required');
  if (items.length > mostOfEach)
    throw refusedList(made, 'validation.maxItems', { count: mostOfEach, limit: mostOfEach });
  const whole = items.map((item, index) => ({ index, record: { ...body, [key]: item } }));
  const distinct = whole.filter(({ index }) => items.indexOf(items[index]) === index);
  const records = await ofEach(made, distinct, (record) => heldRecord(call, plan.entity, record, route.body));
  return records.map((record, at) => ({ index: distinct[at]?.index ?? at, record }));
}

function refusedList({ plan, each }: Made, message: string, params: DataRecord = {}): Refusal {
  const issue = { rule: message, path: `/${each}`, level: 'error', message, params } as const;
  return refusals.invalid({ issues: [issue], entity: plan.entity.id });
}
