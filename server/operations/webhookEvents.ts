/** Writes what webhooks are to be told of, in the transaction of the write they report on. */
import {
  type Compiled,
  checkTree,
  compileTree,
  type DataRecord,
  type EntityModel,
  type Model,
  parseExpression,
  ruleScope,
} from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { equals } from './filters.ts';
import { ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { unlimited } from './rowAccess.ts';
import { storedFields } from './storedFields.ts';

export const webhookEntity = 'webhook';
export const deliveryEntity = 'webhook-delivery';

/** Ids of `webhook-delivery-state`. */
export const deliveryStates = { waiting: 1, sent: 2, failed: 3, cancelled: 4 } as const;

/** Why a delivery failed: ids of the lookup, so that each reader reads it in their language. */
export const deliveryProblems = {
  ...{ inactive: 1, unseen: 2, refused: 3, timeout: 4, unreachable: 5, address: 6, condition: 7 },
} as const;
/** Ids of `webhook-event`. */
const [created, changed, deleted, stepped] = [1, 2, 3, 4];

type WebhookEvent = {
  /** `create`, `remove`, `transition:<id>`; anything else is a change. */
  readonly operation: string;
  readonly previous?: DataRecord;
  readonly next?: DataRecord;
  readonly changed?: readonly string[];
};

/** What happens to records of the server itself is nobody's event. */
export async function recordDeliveries(
  scope: WriteScope,
  plan: EntityPlan,
  event: WebhookEvent,
): Promise<void> {
  const { model } = scope.call.runtime;
  if (!isTold(model, plan.entity)) return;
  for (const webhook of await activeWebhooks(scope)) {
    if (!listOf(webhook.Entities).includes(plan.entity.id) || !isAsked(webhook, event)) continue;
    const verdict = await judge(scope, plan, webhook, event);
    if (verdict === false) continue;
    await insertDelivery(scope, webhook, {
      ...{ Event: `${plan.entity.id}.${nameOf(event)}`, plan, event },
      problem: verdict === true ? undefined : verdict,
    });
  }
}

type Active = { readonly state: string; readonly items: Promise<readonly DataRecord[]> };

/** Read again only after a webhook was written: nearly every write has nobody to tell. */
const active = new WeakMap<object, Active>();
/** What the transaction read at its start is still true: others write only after its end. */
const stateAge = 10_000;

async function activeWebhooks({ call, session }: WriteScope): Promise<readonly DataRecord[]> {
  const { store, events } = call.runtime;
  const state = await store.stateOf([webhookEntity], stateAge);
  const known = active.get(events);
  if (known?.state === state) return known.items;
  const found = unlimited(session).find({ entity: webhookEntity, filter: equals('IsActive', true) });
  const items = found.then((page) => page.items);
  active.set(events, { state, items });
  items.catch(() => active.delete(events));
  return items;
}

/** Whether a webhook can be told of this entity: never of people, keys or the server's own records. */
export const isTold = (model: Model, { id, policy }: EntityModel): boolean =>
  model.entities.has(webhookEntity) &&
  !closed.has(id) &&
  (policy.view.kind !== 'feature' || policy.view.anyOf.length > 0);

const closed: ReadonlySet<string> = new Set([
  ...['user', 'service-account', 'service-key', 'letter', 'mail-domain', 'history'],
  ...[webhookEntity, deliveryEntity],
]);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isAsked({ Events }: DataRecord, { operation }: WebhookEvent): boolean {
  const asked = listOf(Events);
  if (operation === 'create') return asked.includes(created);
  if (operation === 'remove') return asked.includes(deleted);
  return asked.includes(operation.startsWith('transition:') ? stepped : changed);
}

function nameOf({ operation }: WebhookEvent): string {
  if (operation === 'create') return 'created';
  if (operation === 'remove') return 'deleted';
  return operation.startsWith('transition:') ? operation.replace(':', '.') : 'changed';
}

const compiled = new WeakMap<Model, Map<string, Compiled | undefined>>();

/** The condition of a webhook for an entity, compiled once; undefined: it does not fit the entity. */
export function conditionOf(model: Model, entity: EntityModel, text: string): Compiled | undefined {
  const known = compiled.get(model) ?? new Map<string, Compiled | undefined>();
  compiled.set(model, known);
  const key = `${entity.id} ${text}`;
  if (!known.has(key)) known.set(key, compile(model, entity, text));
  return known.get(key);
}

function compile({ entities, lookups }: Model, entity: EntityModel, text: string): Compiled | undefined {
  const { tree } = parseExpression(text);
  if (!tree) return undefined;
  const { problems } = checkTree(tree, ruleScope({ entities, lookups }, entity));
  return problems.some(({ level }) => level !== 'warning') ? undefined : compileTree(tree, { text });
}

/** Whether the condition holds; one that fails is a delivery that failed, so that nobody misses it. */
async function judge(
  { call, session }: WriteScope,
  plan: EntityPlan,
  { Condition }: DataRecord,
  { previous, next, operation }: WebhookEvent,
): Promise<boolean | string> {
  const text = String(Condition ?? '').trim();
  const record = next ?? previous ?? {};
  if (text === '') return true;
  const condition = conditionOf(call.runtime.model, plan.entity, text);
  if (!condition) return `The condition does not fit ${plan.entity.id}.`;
  const readsOwner = condition.reads.some(({ from }) => from === 'owner');
  const owner = readsOwner ? await ownerOf(call, session, plan, record) : undefined;
  const context = ruleContext(call, { action: operation, owner, previous });
  try {
    return condition.evaluate({ root: record, vars: { ...context, record } as never }) === true;
  } catch (error) {
    return `The condition could not be evaluated: ${String((error as Error).message).slice(0, 200)}`;
  }
}

type Inserting = {
  readonly Event: string;
  readonly plan?: EntityPlan;
  readonly event?: WebhookEvent;
  readonly problem?: string | undefined;
};

/** Longer values are left out: they are in the record. */
const longestValue = 20_000;

/** A delivery that waits; returns its id. */
export async function insertDelivery(
  scope: WriteScope,
  webhook: DataRecord,
  { Event, plan, event, problem }: Inserting,
): Promise<string> {
  const { call, session } = scope;
  const { ports } = call.runtime;
  const now = ports.now().toISOString();
  const { UserName } = call.user;
  const Id = ports.newId();
  const record = event?.next ?? event?.previous;
  const StateId = problem ? deliveryStates.failed : deliveryStates.waiting;
  await unlimited(session).insert(deliveryEntity, {
    ...{ Id, Revision: 1, CreatedDate: now, CreatedBy: UserName, ModifiedDate: now, ModifiedBy: UserName },
    ...{ WebhookId: webhook.Id, Event: Event.slice(0, 200), Entity: plan?.entity.id ?? null },
    ...{ RecordId: record?.Id ?? null, StateId, Attempts: 0, NextTry: now, LastError: problem ?? null },
    ProblemId: problem ? deliveryProblems.condition : null,
    Payload: {
      ...{ changed: (event?.changed ?? []).filter((name) => !plan?.managed.has(name)) },
      fields: plan && record ? chosen(plan, webhook, record) : {},
    },
  });
  scope.changes.push({ entity: deliveryEntity, id: Id, operation: 'create' });
  return Id;
}

export const fieldNames = ({ Fields }: DataRecord): readonly string[] =>
  String(Fields ?? '')
    .split(/[\s,;]+/)
    .filter((name) => name !== '');

function chosen(plan: EntityPlan, webhook: DataRecord, record: DataRecord): DataRecord {
  const stored = storedFields(plan.stored, record);
  const own = fieldNames(webhook).filter((name) => plan.stored.some((field) => field.name === name));
  return Object.fromEntries(
    own.map((name) => [
      name,
      (JSON.stringify(stored[name]) ?? '').length > longestValue ? null : stored[name],
    ]),
  );
}
