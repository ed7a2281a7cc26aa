/** Changes in two calls: a draft that is checked by every rule, and its confirmation, which writes it. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isSame } from '../login/apiKeyText.ts';
import { sayFor } from './describeEntity.ts';
import type { Inner } from './innerCall.ts';
import { type Reach, reachNamed, withId } from './reach.ts';

export type Change = {
  readonly entity: string;
  readonly id?: string | null;
  readonly values: DataRecord;
};

/** What a tool answers. */
export type Told = { readonly body: DataRecord; readonly isError?: boolean };

const minutes = 10;

type Drafted = {
  readonly reach: Reach;
  readonly before?: DataRecord;
  readonly confirmations: readonly DataRecord[];
};

/** Nothing is written. */
export async function draftChange(call: ApiCall, inner: Inner, change: Change): Promise<Told> {
  const say = sayFor(call);
  const drafted = await draft(call, inner, change);
  if ('body' in drafted) return drafted;
  const expires = call.ports.now().getTime() + minutes * 60_000;
  const { before, confirmations, reach } = drafted;
  return {
    body: {
      Entity: change.entity,
      ...(change.id && { Id: change.id }),
      Changes: Object.entries(change.values).map(([name, After]) => {
        const field = reach.entity.fieldByPath.get(name);
        const Before = before?.[name] ?? null;
        return { Field: name, Label: field ? say(field.label) : name, ...(before && { Before }), After };
      }),
      Questions: confirmations.map(({ Message }) => Message),
      Token: `${expires}.${await signatureOf(call, change, drafted, expires)}`,
      ExpiresAt: new Date(expires).toISOString(),
      Next: say('mcp.ready'),
    },
  };
}

/** Writes exactly what was drafted, once: a repeated creation answers what the first call did. */
export async function confirmChange(
  call: ApiCall,
  inner: Inner,
  { token, ...change }: Change & { readonly token: string },
): Promise<Told> {
  const [, expiry = '', signature = ''] = /^(\d{1,15})\.(.{1,200})$/.exec(token) ?? [];
  const expires = Number(expiry);
  if (!(expires > call.ports.now().getTime())) throw refusals.mcpToken();
  const drafted = await draft(call, inner, change);
  if ('body' in drafted) return drafted;
  if (!isSame(signature, await signatureOf(call, change, drafted, expires))) throw refusals.mcpToken();
  return writeChange(call, inner, change, { signature, drafted });
}

type Confirmed = { readonly signature: string; readonly drafted: Drafted };

async function writeChange(
  call: ApiCall,
  inner: Inner,
  { entity, id, values }: Change,
  { signature, drafted: { reach, before, confirmations } }: Confirmed,
): Promise<Told> {
  const route = id ? reach.update : reach.create;
  if (!route) throw refusals.mcpNoEntity({ params: { name: entity } });
  const headers = {
    'idempotency-key': await call.ports.digest(`mcp ${signature}`),
    ...(confirmations.length > 0 && { 'x-confirm': confirmations.map(({ Token }) => Token).join(',') }),
  };
  const body = before ? { ...values, Id: id, Revision: before.Revision } : values;
  const method = route.method as 'POST' | 'PUT' | 'PATCH';
  const answer = await inner(method, id ? withId(route, id) : route.path, { body, headers });
  return { body: answer.body, isError: answer.status >= 400 };
}

/** The checked draft; or what the caller is told when rules or rights refuse it. */
async function draft(call: ApiCall, inner: Inner, { entity, id, values }: Change): Promise<Drafted | Told> {
  const reach = reachNamed(call, entity);
  const { read, update, create } = reach;
  if (id ? !(read && update) : !create) throw refusals.mcpNoEntity({ params: { name: entity } });
  const found = id && read ? await inner('GET', withId(read, id)) : undefined;
  if (found && found.status >= 400) return { body: found.body, isError: true };
  const before = found?.body;
  const body = { ...values, ...(before && { Id: id }) };
  const verdict = await inner('POST', `/validate/${encodeURIComponent(entity)}`, { body });
  if (verdict.status >= 400) return { body: verdict.body, isError: true };
  const { Errors = [], Confirmations = [] } = verdict.body as Readonly<Record<string, DataRecord[]>>;
  if (Errors.length > 0)
    return { body: { Findings: Errors, Next: sayFor(call)('mcp.findings') }, isError: true };
  return { reach, ...(before && { before }), confirmations: Confirmations };
}

/** For one caller, one record as it was read, these values and these questions. */
async function signatureOf(
  { session, runtime: { signer } }: ApiCall,
  { entity, id, values }: Change,
  { before, confirmations }: Drafted,
  expires: number,
): Promise<string> {
  const questions = confirmations.map(({ Rule }) => Rule);
  const about = ['mcp', session?.user.Id, session?.id, entity, id ?? '', before?.Revision ?? '', expires];
  return signer.sign(`${about.join('\n')}\n${JSON.stringify(questions)}\n${canonical(values)}`);
}

/** The same text whatever the order of the members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
