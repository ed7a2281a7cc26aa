/** `/session`: sign in, ask who one is, sign out. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/createRouteTable.ts';
import { readBody } from '../http/readBody.ts';
import { empty, json } from '../http/respond.ts';
import { equals } from '../operations/filters.ts';
import { member } from '../routes/member.ts';
import { isObject } from '../routes/readRecord.ts';
import type { AttemptLimit } from './createAttemptLimit.ts';
import type { Sessions } from './createSessions.ts';
import type { Session } from './Session.ts';

const bodyLimit = 4096;
const longestPassword = 1024;

export type Door = {
  readonly sessions: Sessions;
  /** By name and address, and by address alone. */
  readonly attempts: { readonly one: AttemptLimit; readonly all: AttemptLimit };
};

/** The three calls of a login. */
export function createSessionEndpoints(door: Door): readonly Endpoint[] {
  const { sessions } = door;
  const common = { path: '/session', ids: [] };
  return [
    { ...common, method: 'POST', access: { kind: 'public' }, handle: (call) => signIn(door, call) },
    {
      ...common,
      method: 'GET',
      access: { kind: 'login' },
      handle: ({ session }) => json(sessionBody(session as Session)),
    },
    {
      ...common,
      method: 'DELETE',
      access: { kind: 'login' },
      handle: async ({ session, isSecure }) => {
        await sessions.close(session as Session);
        return empty(204, { 'set-cookie': sessions.clearedCookie(isSecure) });
      },
    },
  ];
}

async function signIn({ sessions, attempts }: Door, call: ApiCall): Promise<Response> {
  const { name, password } = credentials(await readBody(call.request, bodyLimit));
  const now = call.ports.now().getTime();
  const keys = { one: `${call.address} ${name.toLowerCase()}`, all: call.address };
  refuseTooMany(Math.max(attempts.one.waitFor(keys.one, now), attempts.all.waitFor(keys.all, now)));
  // Counted before the slow check, or a thousand tries at once would all be the first.
  attempts.one.fail(keys.one, now);
  attempts.all.fail(keys.all, now);
  const user = await findUser(call, name);
  const isRight = await checkPassword(call, user, password);
  if (!user || !isRight || user.IsActive !== true) {
    call.ports.log.warn({ user: name, address: call.address }, 'login refused');
    throw refusals.wrongLogin();
  }
  attempts.one.clear(keys.one);
  attempts.all.clear(keys.all);
  const session = await sessions.open(user);
  call.ports.log.info({ user: session.user.UserName, address: call.address }, 'login');
  return json(sessionBody(session), 200, { 'set-cookie': sessions.cookie(session, call.isSecure) });
}

function credentials(body: unknown): { readonly name: string; readonly password: string } {
  if (!isObject(body)) throw refusals.bodyNotObject();
  const [name, password] = [member(body, 'UserName'), member(body, 'Password')];
  if (typeof name !== 'string' || typeof password !== 'string') throw refusals.loginIncomplete();
  return { name: name.trim(), password };
}

function refuseTooMany(seconds: number): void {
  if (seconds <= 0) return;
  const headers = { 'retry-after': String(seconds) };
  throw refusals.tooManyAttempts({ params: { count: Math.ceil(seconds / 60) }, headers });
}

async function findUser({ runtime }: ApiCall, name: string): Promise<DataRecord | undefined> {
  if (name === '') return undefined;
  const page = { number: 1, size: 1 };
  const { items } = await runtime.store.find({ entity: 'user', filter: equals('UserName', name), page });
  return items[0];
}

/** Takes the same time whether the name is known or not, so that nobody learns names by the clock. */
async function checkPassword(
  { ports }: ApiCall,
  user: DataRecord | undefined,
  password: string,
): Promise<boolean> {
  if (password.length > longestPassword) return false;
  const hash = typeof user?.PasswordHash === 'string' ? user.PasswordHash : undefined;
  const isRight = await ports.hash.verify(password, hash ?? (await decoy(ports.hash)));
  return hash !== undefined && isRight;
}

const decoys = new WeakMap<object, Promise<string>>();

function decoy(hasher: ApiCall['ports']['hash']): Promise<string> {
  const known = decoys.get(hasher) ?? hasher.hash('nobody has this password');
  decoys.set(hasher, known);
  return known;
}

function sessionBody({ token, user }: Session): object {
  const { Features, ...person } = user;
  return { Token: token, User: person, Features };
}
