/** Sends what webhooks are to be told, with rising waits between attempts; a webhook that fails for days is switched off. */
import { type DataRecord, formatMessage, normalText } from '#engine';
import { asSeenBy, conditionBeyond } from '../automations/asSeen.ts';
import { callAs, callOf } from '../automations/callAs.ts';
import { keepLetter, keepNotification } from '../automations/digest.ts';
import { inRawTransaction, type Working } from '../automations/transaction.ts';
import { languageOf } from '../mail/letters.ts';
import { isAllowed } from '../operations/authorize.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import {
  conditionOf,
  deliveryEntity,
  deliveryProblems,
  deliveryStates,
  webhookEntity,
} from '../operations/webhookEvents.ts';
import { type OutgoingReply, whyFailed } from '../ports/Outgoing.ts';
import type { Change } from '../work/events.ts';
import { signatureOf } from './webhookSecrets.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
/** The waits after each attempt; together three days. */
const waits = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** A webhook that has failed for this long is switched off. */
const mostFailing = 3 * 24 * hour;
/** A claimed delivery is not sent by others meanwhile. */
const claimed = 2 * minute;
const [atOnce, mostWebhooks] = [100, 10];
/** Milliseconds after which a round starts no further delivery. */
const roundLength = 5 * second;

export async function sendWebhooks(working: Working): Promise<number> {
  const { runtime, stopping } = working;
  const { store, ports } = runtime;
  if (!ports.post) return 0;
  const { items } = await store.find({
    entity: deliveryEntity,
    filter: allOf([
      equals('StateId', deliveryStates.waiting),
      { kind: 'compare', path: 'NextTry', operator: 'le', value: ports.now().toISOString() },
    ]),
    sort: [{ path: 'NextTry', direction: 'asc' }],
    page: { number: 1, size: atOnce },
  } as never);
  const began = performance.now();
  const counts = [...grouped(items).values()].slice(0, mostWebhooks).map(async (deliveries) => {
    let count = 0;
    for (const delivery of deliveries) {
      if (stopping?.aborted || performance.now() - began > roundLength) break;
      count += 1;
      // One that hangs must not hold up the others of its address for hours.
      if (!(await sendOne(working, delivery))) break;
    }
    return count;
  });
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

const keyOf = ({ WebhookId }: DataRecord): string => String(WebhookId);

function grouped(items: readonly DataRecord[]): Map<string, DataRecord[]> {
  const found = new Map<string, DataRecord[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

/** False if it was not accepted. */
async function sendOne(working: Working, delivery: DataRecord): Promise<boolean> {
  const { runtime } = working;
  const { store, ports } = runtime;
  const [id, now] = [String(delivery.Id), ports.now()];
  const Attempts = Number(delivery.Attempts ?? 0) + 1;
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  const claim = { Attempts, NextTry: at(claimed) };
  if (!(await store.update(deliveryEntity, id, claim, Number(delivery.Revision)))) return true;
  const webhook = await store.get(webhookEntity, keyOf(delivery));
  if (webhook?.IsActive !== true) {
    await end(runtime, delivery, {
      StateId: deliveryStates.cancelled,
      ProblemId: deliveryProblems.inactive,
    });
    return true;
  }
  const { content, hidden } = await contentOf(working, webhook, delivery);
  if (!content) {
    const LastError = hidden ?? null;
    const ProblemId = deliveryProblems.unseen;
    await end(runtime, delivery, { StateId: deliveryStates.cancelled, LastError, ProblemId });
    // Its deliveries alone would go on telling when the condition holds.
    if (hidden) await noteFailure(working, webhook, { isOver: true });
    return true;
  }
  const { reply, problem, why, isFinal } = await attempt(runtime, webhook, { id, content });
  const said = { Status: reply?.status ?? null, Answer: reply ? plain(reply.text, 2000) : null };
  if (reply && !problem) {
    const sent = {
      StateId: deliveryStates.sent,
      SentDate: ports.now().toISOString(),
      LastError: null,
      ProblemId: null,
    };
    await end(runtime, delivery, { ...said, ...sent });
    if (webhook.FailingSince) await store.update(webhookEntity, String(webhook.Id), { FailingSince: null });
    return true;
  }
  const wait = waits[Attempts - 1];
  const isOver = isFinal || wait === undefined;
  await end(runtime, delivery, {
    ...{ ...said, LastError: plain(String(problem), 512) },
    ProblemId: deliveryProblems[why ?? 'refused'],
    ...(isOver ? { StateId: deliveryStates.failed } : { NextTry: at(wait) }),
  });
  await noteFailure(working, webhook, { isOver: reply?.status === 410 });
  return false;
}

/** Texts from outside may hold anything: PostgreSQL stores no NUL, and pages need nothing invisible. */
const plain = (text: string, most: number): string =>
  normalText(text.slice(0, most), { multiline: true }).slice(0, most);

async function end({ store, events }: Runtime, { Id }: DataRecord, fields: DataRecord): Promise<void> {
  await store.update(deliveryEntity, String(Id), fields);
  events.announce('recordChanged', { entity: deliveryEntity, id: String(Id), operation: 'update' });
}

type Attempt = {
  readonly reply?: OutgoingReply;
  readonly problem?: string;
  readonly why?: keyof typeof deliveryProblems;
  readonly isFinal?: boolean;
};

async function attempt(
  runtime: Runtime,
  webhook: DataRecord,
  { id, content }: { readonly id: string; readonly content: object },
): Promise<Attempt> {
  const { ports } = runtime;
  const timestamp = Math.floor(ports.now().getTime() / second);
  const body = JSON.stringify(content);
  try {
    const reply = await ports.post?.({
      url: String(webhook.Url),
      body,
      headers: {
        ...{ 'content-type': 'application/json', 'user-agent': 'Formwright' },
        // The same for every attempt, so that receivers recognize repetitions.
        ...{ 'webhook-id': id, 'webhook-timestamp': String(timestamp) },
        'webhook-signature': await signatureOf(runtime, webhook, { id, timestamp, body }),
      },
    });
    if (!reply) return { problem: 'This server makes no outgoing calls.', why: 'unreachable' };
    const isOk = reply.status >= 200 && reply.status < 300;
    return isOk ? { reply } : { reply, problem: `Answered ${reply.status}.`, isFinal: reply.status === 410 };
  } catch (error) {
    const why = whyFailed(error);
    return { problem: String((error as Error).message), why, isFinal: why === 'address' };
  }
}

type Content = {
  /** Undefined if the person it acts for may not even see the record. */
  readonly content?: object;
  /** Why its condition may no longer be tested for this person. */
  readonly hidden?: string;
};

/** What the person it acts for may see now. */
async function contentOf(
  { runtime, zone }: Working,
  webhook: DataRecord,
  delivery: DataRecord,
): Promise<Content> {
  const owner = await runtime.store.get('user', String(webhook.OwnerId));
  const call = owner && (await callOf(runtime, owner, zone));
  if (!call) return {};
  const { changed = [], fields = {} } = (delivery.Payload ?? {}) as {
    readonly changed?: readonly string[];
    readonly fields?: DataRecord;
  };
  const facts = { type: delivery.Event, timestamp: delivery.CreatedDate };
  if (!delivery.Entity) return { content: { ...facts, data: {} } };
  const entity = runtime.model.entities.get(String(delivery.Entity));
  if (!entity || !isAllowed(entity.policy.view, call.features)) return {};
  const text = String(webhook.Condition ?? '').trim();
  const condition = text === '' ? undefined : conditionOf(runtime.model, entity, text);
  const what = conditionBeyond(runtime.model, { if: condition, entity: entity.id }, call);
  if (what) return { hidden: `The person it acts for may not read ${what}, on which its condition depends.` };
  const isWhole = seesEvery(runtime.model, entity.id, { user: call.user, features: call.features });
  const isSeen =
    isWhole || (await call.runtime.store.get(entity.id, String(delivery.RecordId))) !== undefined;
  if (!isSeen) return {};
  const mayRead = (name: string) =>
    isAllowed(entity.policy.fields[name]?.view ?? entity.policy.view, call.features);
  // At any depth: members of rows and objects have rights of their own.
  const record = asSeenBy(call, runtime.planOf(entity.id), fields);
  const data = { entity: entity.id, id: delivery.RecordId, changed: changed.filter(mayRead) };
  return { content: { ...facts, data: { ...data, record } } };
}

async function noteFailure(
  working: Working,
  webhook: DataRecord,
  { isOver: isAtOnce }: { readonly isOver: boolean },
): Promise<void> {
  const { runtime } = working;
  const now = runtime.ports.now();
  const since = typeof webhook.FailingSince === 'string' ? webhook.FailingSince : now.toISOString();
  const isOver = isAtOnce || now.getTime() - Date.parse(since) >= mostFailing;
  const off = isOver ? { IsActive: false, DisabledDate: now.toISOString() } : {};
  await runtime.store.update(webhookEntity, String(webhook.Id), { FailingSince: since, ...off });
  if (isOver) await tellOwner(working, webhook);
}

async function tellOwner({ runtime, zone }: Working, webhook: DataRecord): Promise<void> {
  const changes: Change[] = [];
  await inRawTransaction(runtime, async (raw) => {
    const reader = await raw.get('user', String(webhook.OwnerId));
    const call = await callAs(runtime, { owner: undefined }, zone);
    if (reader?.IsActive !== true || !call) return;
    const locale = await languageOf(raw, reader);
    const params = { name: webhook.Name, link: `${runtime.ports.publicUrl}/webhooks/${webhook.Id}` };
    const say = (key: string) => formatMessage(runtime.model, locale, key, params);
    const telling = {
      ...{ raw, base: runtime, scope: { call, changes } },
      automation: {
        id: 'webhook',
        title: { 'en-CA': say('screen.webhooks'), 'fr-CA': say('screen.webhooks') },
      },
      notice: { kind: 'webhook', title: 'notification.webhook.off' },
    };
    const to = `/webhooks/${webhook.Id}`;
    await keepNotification(telling, { reader, text: String(webhook.Name), to });
    if (typeof reader.Email === 'string' && reader.Email !== '')
      await keepLetter(telling, {
        ...{ to: reader.Email, reader, language: locale, html: '' },
        ...{ subject: say('webhook.mail.off.subject'), text: say('webhook.mail.off.text') },
      });
  });
  for (const change of changes) runtime.events.announce('recordChanged', change);
}
