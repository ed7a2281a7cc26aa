/**
 * `POST /hooks/{name}`: JSON from a program outside starts an automation. The caller proves itself with a
 * signature (Standard Webhooks) or with the secret itself; the run has the rights of the automation's owner.
 */
import type { AutomationModel, DataRecord } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { refuseTooMany } from '../forms/formUse.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { parseJson, readText } from '../http/readBody.ts';
import { json } from '../http/respond.ts';
import { isSame } from '../login/apiKeyText.ts';
import { networkOf } from '../login/networkOf.ts';
import { runEntity, runOf } from '../operations/automationEvents.ts';
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { StoreConflict } from '../store/types.ts';
import { isSecretOf, signatureOf } from '../webhooks/webhookSecrets.ts';

export const hookEntity = 'automation-hook';

/** In bytes: what is received is kept with its run. */
const bodyLimit = 256 * 1024;
const minute = 60_000;
const perMinute = 300;
const wrongPerNetwork = { most: 30, milliseconds: 10 * minute };
/** Seconds that the clocks of both sides may differ. */
const tolerance = 300;

/** None where the declarations cannot keep it. */
export function hookEndpoints(runtime: Runtime): readonly Endpoint[] {
  if (![hookEntity, runEntity, 'form-use'].every((id) => runtime.model.entities.has(id))) return [];
  return [
    {
      ...{ ids: [], method: 'POST', path: '/hooks/{name}', access: { kind: 'public' } },
      isBeforePassword: true,
      takes: { kind: 'stream', media: 'application/json', schema: { type: 'object' } },
      // Without anyone's row access, also for callers who are signed in.
      handle: (call) => receive({ ...call, runtime }),
    },
  ];
}

const automationNamed = ({ model }: Runtime, name: string): AutomationModel | undefined =>
  model.entities
    .get(name.split('.')[0] ?? '')
    ?.automations.find(({ id, off, when }) => id === name && !off && when.on === 'webhook');

async function receive(call: ApiCall): Promise<Response> {
  const { runtime, params } = call;
  const name = params.name ?? '';
  const automation = automationNamed(runtime, name);
  const hook = automation && (await hookOf(runtime, name));
  if (!automation || !hook) throw refusals.noSuchHook();
  const body = await readText(call.request, bodyLimit);
  if (!(await isProven(call, hook, body))) {
    await bound(call, { key: ['hook-wrong', name, networkOf(call.address)], ...wrongPerNetwork });
    throw new Refusal('unauthenticated', 'hook.unsigned', {});
  }
  // Only proven messages count: strangers cannot use up the limit.
  await bound(call, { key: ['hook', name], most: perMinute, milliseconds: minute });
  const event = await eventOf(call, body);
  const isNew = await writeRun(call, automation, event);
  if (isNew)
    await runtime.store.update(hookEntity, String(hook.Id), { LastDate: call.ports.now().toISOString() });
  return json({ Accepted: true, IsRepeated: !isNew }, 202);
}

export async function hookOf({ store }: Runtime, name: string): Promise<DataRecord | undefined> {
  return (await store.find({ entity: hookEntity, filter: equals('Automation', name) })).items[0];
}

async function bound(
  { runtime }: ApiCall,
  limit: Parameters<typeof refuseTooMany>[1][number],
): Promise<void> {
  try {
    await refuseTooMany(runtime, [limit]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { headers } = error.details;
    throw new Refusal('too-large', 'hook.busy', { status: 429, ...(headers && { headers }) });
  }
}

const mostFields = 1000;

/** JSON, or the form that mail services send; files in it are left out. */
async function eventOf({ request }: ApiCall, body: string): Promise<DataRecord> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    const event = parseJson(body);
    if (typeof event !== 'object' || event === null || Array.isArray(event)) throw refusals.hookNotObject();
    return event as DataRecord;
  }
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw refusals.hookNotObject();
  });
  const texts = [...form].filter(([name, value]) => typeof value === 'string' && name !== '__proto__');
  return Object.fromEntries(texts.slice(0, mostFields));
}

/** By `webhook-signature`, which covers id, time and body; otherwise by the secret as token or password. */
async function isProven(
  { request: { headers }, runtime }: ApiCall,
  hook: DataRecord,
  body: string,
): Promise<boolean> {
  const sent = headers.get('webhook-signature');
  if (sent === null) return isSecretOf(runtime, hook, secretIn(headers));
  const [id, timestamp] = [headers.get('webhook-id') ?? '', Number(headers.get('webhook-timestamp'))];
  const now = runtime.ports.now().getTime() / 1000;
  if (id === '' || !Number.isInteger(timestamp) || Math.abs(now - timestamp) > tolerance) return false;
  const expected = (await signatureOf(runtime, hook, { id, timestamp, body })).split(' ');
  return sent
    .split(' ')
    .slice(0, 10)
    .some((one) => expected.some((right) => isSame(one, right)));
}

/** `https://hook:<secret>@…` is all that many senders can be told. */
function secretIn(headers: Headers): string {
  const basic = /^Basic +([A-Za-z0-9+/=]{1,400})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (basic === undefined) return headers.get('x-webhook-token') ?? '';
  try {
    return atob(basic).split(':').slice(1).join(':');
  } catch {
    return '';
  }
}

/** False if this message has started a run before: runs are kept for longer than senders repeat messages. */
async function writeRun(call: ApiCall, automation: AutomationModel, event: DataRecord): Promise<boolean> {
  const { runtime, ports, request } = call;
  const now = ports.now().toISOString();
  const of = { runtime, now, user: { UserName: 'webhook' } } as Parameters<typeof runOf>[0];
  const run = runOf(of, runtime.planOf(automation.entity), { automation, record: {}, event: 'webhook' });
  const message = request.headers.get('webhook-id') ?? request.headers.get('idempotency-key');
  const Key =
    message === null ? run.Id : `webhook:${await ports.digest(JSON.stringify([automation.id, message]))}`;
  try {
    await runtime.store.insert(runEntity, { ...run, Key, Input: { event } });
  } catch (error) {
    if (error instanceof StoreConflict && error.kind === 'unique') return false;
    throw error;
  }
  // The run follows at once.
  runtime.events.announce('recordChanged', { entity: runEntity, id: String(run.Id), operation: 'create' });
  return true;
}
