/** Logins: stored by the digest of their token, prolonged by use, ended by time or by the person. */
import type { DataRecord, UserContext } from '#engine';
import { equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { AppSettings, Ports } from '../ports/ports.ts';
import type { StoreSession } from '../store/types.ts';
import type { LoginSession, LoginStore } from './createLoginStore.ts';
import { idOfDigest } from './idOfDigest.ts';
import { ownRecords } from './ownRecords.ts';
import type { Session } from './Session.ts';

export type Sessions = {
  /** The login of a request; undefined if it carries no valid one. */
  readonly resolve: (request: Request, isSecure: boolean, arrived?: number) => Promise<Session | undefined>;
  /** Undefined if a record about the person denies them access. */
  readonly open: (user: DataRecord, from: Origin) => Promise<Session | undefined>;
  readonly close: (session: Session) => Promise<void>;
  /** The person's valid logins, the last used first. */
  readonly listOf: (userId: string) => Promise<readonly DataRecord[]>;
  /** Ends one login of a person; false if there is none such. */
  readonly end: (userId: string, id: string) => Promise<boolean>;
  /** Ends all logins of a person, optionally except one. */
  readonly endAll: (userId: string, except?: string) => Promise<void>;
  /** The `Set-Cookie` header of a login. */
  readonly cookie: (session: Session, isSecure: boolean) => string;
  readonly clearedCookie: (isSecure: boolean) => string;
  /** The login's current state, without prolonging it; bypasses caches. */
  readonly current: (session: Session) => Promise<Pick<Known, 'session' | 'expires'> | undefined>;
  /** Clears the cache. */
  readonly forget: () => void;
  /** Calls back whenever logins may have ended or changed. */
  readonly onChange: (listener: () => void) => void;
  /** Call when another process has ended logins. */
  readonly recheck: () => void;
};

/** Used over TLS: neither a page of a neighbouring host nor one without TLS can set this cookie. */
const secureName = '__Host-formwright';
const plainName = 'formwright';

/** Where a login comes from, so the person can recognize it. */
export type Origin = {
  readonly address: string;
  readonly device: string;
  readonly provider?: OfProvider | undefined;
};

/** The login at a provider; absent: a password. */
type OfProvider = {
  readonly key: string;
  readonly subject: string;
  readonly session: string | undefined;
  /** Sealed. */
  readonly idToken: string | undefined;
};

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds a cached login is trusted while other processes could end it. */
const trustedFor = 5_000;
/** Prolonging on every call would make every read a write. */
const renewedEvery = 5 * minute;
const rememberedLogins = 10_000;

type Known = {
  readonly session: Session;
  readonly expires: number;
  readonly seen: number;
  readonly checked: number;
  /** The store's state of logins and people when it was checked. */
  readonly state: string;
};

type Parts = {
  readonly runtime: () => Runtime;
  readonly ports: Ports;
  readonly settings: AppSettings;
  readonly logins: LoginStore;
  /** Tells other processes that logins have ended. */
  readonly tell: () => void;
  readonly known: Map<string, Known>;
  readonly listeners: Set<() => void>;
};

export function createSessions(options: Omit<Parts, 'known' | 'listeners'>): Sessions {
  const parts: Parts = { ...options, known: new Map(), listeners: new Set() };
  return {
    resolve: (request, isSecure, arrived) => resolve(parts, tokenOf(request, isSecure), arrived),
    open: (user, from) => open(parts, user, from),
    close: async (session) => {
      parts.known.delete(session.token);
      await parts.logins.remove('session', session.id);
      changed(parts);
      parts.tell();
    },
    listOf: (userId) => listOf(parts, userId),
    end: async (userId, id) => {
      const record = await parts.logins.get('session', id);
      if (record?.UserId !== userId) return false;
      await removeAll(parts, [record]);
      return true;
    },
    endAll: async (userId, except) => {
      const records = await allOf(parts.logins, userId);
      await removeAll(
        parts,
        records.filter(({ Id }) => Id !== except),
      );
    },
    cookie: ({ token }, isSecure) =>
      cookieText({ token, isSecure, maxAge: options.settings.sessionMaximumHours * 3600 }),
    clearedCookie: (isSecure) => cookieText({ token: '', isSecure, maxAge: 0 }),
    current: ({ token }) => current(parts, token),
    forget: () => {
      parts.known.clear();
      parts.logins.forget();
      changed(parts);
    },
    onChange: (listener) => {
      parts.listeners.add(listener);
    },
    recheck: () => changed(parts),
  };
}

function changed({ listeners }: Parts): void {
  for (const listener of listeners) listener();
}

function isFresh(known: Known | undefined, now: number): known is Known {
  return (
    known !== undefined && known.expires > now && now - known.checked < trustedFor && now >= known.checked
  );
}

async function current(parts: Parts, token: string): Promise<Known | undefined> {
  const now = parts.ports.now().getTime();
  const known = parts.known.get(token);
  return isFresh(known, now) && known.state === (await stateOf(parts)) ? known : check(parts, token, now);
}

/** Changes when a login, a person or a record about a person is written. */
function stateOf({ runtime }: Parts, arrived?: number): string | Promise<string> {
  const { model, store } = runtime();
  const isShared = store.flags.concurrentProcesses;
  let about = aboutPeople.get(model);
  if (!about) {
    // With several processes someone signs in every second, so only deletions count.
    const logins = isShared ? '-session' : 'session';
    const people = [...model.entities.values()].filter(({ ofUser }) => ofUser);
    about = [logins, 'user', ...people.map(({ id }) => id)];
    aboutPeople.set(model, about);
  }
  if (!isShared) return store.stateOf(about, trustedFor);
  return store.stateOf(about, arrived === undefined ? 0 : performance.now() - arrived);
}

const aboutPeople = new WeakMap<Runtime['model'], readonly string[]>();

/** With other processes, which may end logins and change people, each call checks; a single process knows. */
async function isStale(parts: Parts, login: Known, arrived: number | undefined): Promise<boolean> {
  return parts.runtime().store.flags.concurrentProcesses && login.state !== (await stateOf(parts, arrived));
}

async function resolve(
  parts: Parts,
  found: Sent | undefined,
  arrived: number | undefined,
): Promise<Session | undefined> {
  if (!found) return undefined;
  const now = parts.ports.now().getTime();
  const known = parts.known.get(found.token);
  const isKnown = isFresh(known, now) && !(await isStale(parts, known, arrived));
  const login = isKnown ? known : await check(parts, found.token, now);
  if (!login) return undefined;
  const isDue = now - login.seen >= renewedEvery;
  if (isDue) await renew(parts, login, now);
  const isPlain = !isDue && !found.isByCookie;
  return isPlain
    ? login.session
    : { ...login.session, isByCookie: found.isByCookie, isRenewed: isDue && found.isByCookie };
}

/** Reads the login from the store: it may have ended, and its user may have changed or been deleted. */
async function check(parts: Parts, token: string, now: number): Promise<Known | undefined> {
  parts.known.delete(token);
  const { store } = parts.runtime();
  // The state before reading: a concurrent write makes the next call check again.
  const state = await stateOf(parts);
  const digest = await parts.ports.digest(token);
  const record = await parts.logins.get('session', idOfDigest(digest));
  if (!record || record.TokenHash !== digest) return undefined;
  const expires = Date.parse(String(record.ExpiresAt));
  const user = expires > now ? await store.get('user', String(record.UserId)) : undefined;
  if (user?.IsActive !== true) return undefined;
  await parts.logins.settle('session', String(record.Id));
  const seen = Date.parse(String(record.LastSeenAt ?? record.CreatedDate));
  const provider = typeof record.Provider === 'string' ? record.Provider : undefined;
  const session = await sessionOf(parts, { id: String(record.Id), token, provider }, user);
  if (!session) return undefined;
  return remember(parts, {
    session,
    expires,
    seen,
    checked: now,
    state,
  });
}

async function open(parts: Parts, user: DataRecord, from: Origin): Promise<Session | undefined> {
  const state = await stateOf(parts);
  const token = parts.ports.randomToken();
  const digest = await parts.ports.digest(token);
  const now = parts.ports.now();
  const login = { id: idOfDigest(digest), token, provider: from.provider?.key };
  const session = await sessionOf(parts, login, user);
  if (!session) return undefined;
  const expires = now.getTime() + parts.settings.sessionIdleHours * hour;
  const moment = now.toISOString();
  await parts.logins.transaction(async (store) => {
    await removeExpired(store, moment);
    await store.insert('session', {
      Id: session.id,
      Revision: 1,
      CreatedDate: moment,
      CreatedBy: session.user.UserName,
      ModifiedDate: moment,
      ModifiedBy: session.user.UserName,
      TokenHash: digest,
      UserId: session.user.Id,
      ExpiresAt: new Date(expires).toISOString(),
      LastSeenAt: moment,
      Address: from.address.slice(0, 64),
      Device: from.device.slice(0, 512),
      ...providerFields(from.provider),
    });
  });
  const moments = { seen: now.getTime(), checked: now.getTime() };
  return remember(parts, { session, expires, ...moments, state }).session;
}

/** All stored logins of a person. */
export async function sessionsOf(
  store: Pick<StoreSession, 'find'>,
  userId: string,
): Promise<readonly DataRecord[]> {
  return (await store.find({ entity: 'session', filter: equals('UserId', userId) })).items;
}

async function allOf(logins: LoginStore, userId: string): Promise<readonly DataRecord[]> {
  const spare = logins.spare('session').filter(({ UserId }) => UserId === userId);
  return [...(await sessionsOf(logins, userId)), ...spare];
}

async function listOf({ logins, ports }: Parts, userId: string): Promise<readonly DataRecord[]> {
  const now = ports.now().getTime();
  const records = await allOf(logins, userId);
  return records
    .filter(({ ExpiresAt }) => Date.parse(String(ExpiresAt)) > now)
    .toSorted((one, other) => String(other.LastSeenAt).localeCompare(String(one.LastSeenAt)));
}

async function removeAll(parts: Parts, records: readonly DataRecord[]): Promise<void> {
  const { logins, known } = parts;
  const ids = new Set(records.map(({ Id }) => String(Id)));
  for (const [token, { session }] of known) if (ids.has(session.id)) known.delete(token);
  await logins.transaction(async (store) => {
    for (const id of ids) await store.remove('session', id);
  });
  for (const { Id } of logins.spare('session').filter(({ Id }) => ids.has(String(Id))))
    await logins.remove('session', String(Id));
  changed(parts);
  parts.tell();
}

async function removeExpired(store: LoginSession, moment: string): Promise<void> {
  const filter = { kind: 'compare', path: 'ExpiresAt', operator: 'lt', value: moment } as const;
  const { items } = await store.find({ entity: 'session', filter, page: { number: 1, size: 100 } });
  for (const item of items) await store.remove('session', String(item.Id));
}

/** Extends the login with use, never past its maximum lifetime. */
async function renew(parts: Parts, login: Known, now: number): Promise<void> {
  const { logins } = parts;
  const record = await logins.get('session', login.session.id);
  if (!record) return;
  const latest = Date.parse(String(record.CreatedDate)) + parts.settings.sessionMaximumHours * hour;
  const expires = Math.min(now + parts.settings.sessionIdleHours * hour, latest);
  const fields = { ExpiresAt: new Date(expires).toISOString(), LastSeenAt: new Date(now).toISOString() };
  await logins.update('session', login.session.id, fields);
  remember(parts, { ...login, expires, seen: now });
}

function remember(parts: Parts, login: Known): Known {
  if (parts.known.size >= rememberedLogins) parts.known.delete(parts.known.keys().next().value as string);
  parts.known.set(login.session.token, login);
  return login;
}

function providerFields(provider: OfProvider | undefined): DataRecord {
  if (!provider) return {};
  const { key, subject, session, idToken } = provider;
  return {
    ...{ Provider: key, Subject: subject },
    ...{ ProviderSession: session ?? null, IdToken: idToken ?? null },
  };
}

type Login = { readonly id: string; readonly token: string; readonly provider: string | undefined };

async function sessionOf(
  parts: Parts,
  { id, token, provider }: Login,
  user: DataRecord,
): Promise<Session | undefined> {
  const roles = Array.isArray(user.Roles) ? user.Roles.map(String) : [];
  const features = parts.runtime().featuresOf(roles);
  const person: UserContext = {
    Id: String(user.Id),
    UserName: String(user.UserName),
    DisplayName: String(user.DisplayName),
    Roles: roles,
    Features: features,
  };
  const own = await ownRecords(parts.runtime(), person);
  if (!own) return undefined;
  return {
    id,
    token,
    user: { ...own, ...person },
    features: new Set(features),
    isByCookie: false,
    // Without a password there is none to change.
    mustChangePassword: user.MustChangePassword === true && provider === undefined,
    ...(provider !== undefined && { provider }),
    isRenewed: false,
  };
}

type Sent = { readonly token: string; readonly isByCookie: boolean };

function tokenOf(request: Request, isSecure: boolean): Sent | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (bearer) return { token: bearer, isByCookie: false };
  const cookies = request.headers.get('cookie')?.split('; ') ?? [];
  const cookieOf = (name: string) =>
    cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  // Over TLS, a plain cookie may have been set by a man in the middle.
  const token = cookieOf(secureName) || (isSecure ? undefined : cookieOf(plainName));
  return token ? { token, isByCookie: true } : undefined;
}

type Cookie = { readonly token: string; readonly isSecure: boolean; readonly maxAge: number };

function cookieText({ token, isSecure, maxAge }: Cookie): string {
  const [name, secure] = isSecure ? [secureName, '; Secure'] : [plainName, ''];
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
