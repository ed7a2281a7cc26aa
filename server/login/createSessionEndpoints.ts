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
import type { LoginLimits } from './createLoginLimits.ts';
import type { Sessions } from './createSessions.ts';
import type { Session } from './Session.ts';

const bodyLimit = 8192;
/** In characters; what is longer is wrong, and costs and counts like any wrong one. */
const longestPassword = 1024;

export type Door = {
  readonly sessions: Sessions;
  readonly limits: LoginLimits;
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
      handle: ({ session }) => json(sessionBody(session as Session, session?.isByCookie === false)),
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

async function signIn({ sessions, limits }: Door, call: ApiCall): Promise<Response> {
  const { name, password, asksToken } = credentials(await readBody(call.request, bodyLimit));
  const user = await findUser(call, name);
  // By the name as it is stored, or each spelling would have tries of its own.
  const spelt = String(user?.UserName ?? name).toLowerCase();
  const begun = await limits.begin({ name: spelt, address: call.address });
  refuseTooMany(begun.wait);
  const isRight = await checkPassword(call, user, password);
  if (!user || !isRight || user.IsActive !== true) {
    call.ports.log.warn({ user: name, address: call.address }, 'login refused');
    throw refusals.wrongLogin();
  }
  await begun.succeed();
  await renewHash(call, user, password);
  const session = await sessions.open(user);
  call.ports.log.info({ user: session.user.UserName, address: call.address }, 'login');
  return json(sessionBody(session, asksToken), 200, {
    'set-cookie': sessions.cookie(session, call.isSecure),
  });
}

/** Hashes of before cost less than one of today. */
async function renewHash({ ports, runtime }: ApiCall, user: DataRecord, password: string): Promise<void> {
  if (!ports.hash.isOutdated(String(user.PasswordHash))) return;
  const PasswordHash = await ports.hash.hash(password);
  // The password may have been changed meanwhile.
  await runtime.store.update('user', String(user.Id), { PasswordHash }, Number(user.Revision));
}

type Credentials = { readonly name: string; readonly password: string; readonly asksToken: boolean };

function credentials(body: unknown): Credentials {
  if (!isObject(body)) throw refusals.bodyNotObject();
  const [name, password] = [member(body, 'UserName'), member(body, 'Password')];
  if (typeof name !== 'string' || typeof password !== 'string') throw refusals.loginIncomplete();
  // A page whose cookie holds the login has no use for the token, and no script there should have it.
  return { name: name.trim(), password, asksToken: member(body, 'CookieOnly') !== true };
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
  const hash = typeof user?.PasswordHash === 'string' ? user.PasswordHash : undefined;
  const tried = password.slice(0, longestPassword);
  const isRight = await ports.hash.verify(tried, hash ?? (await decoy(ports.hash)));
  return hash !== undefined && isRight && tried === password;
}

const decoys = new WeakMap<object, Promise<string>>();

function decoy(hasher: ApiCall['ports']['hash']): Promise<string> {
  const known = decoys.get(hasher) ?? hasher.hash('nobody has this password');
  decoys.set(hasher, known);
  return known;
}

/** Who sends the token has it already; whom the cookie carries it for must not see it. */
function sessionBody({ token, user }: Session, hasToken: boolean): object {
  const { Features, ...person } = user;
  return { ...(hasToken ? { Token: token } : {}), User: person, Features };
}
