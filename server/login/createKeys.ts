/**
 * API keys: who a key acts as, checked at every call. Its rights are those of its service account that the
 * person it acts for still holds; its row access is that person's.
 */
import { type DataRecord, keptFeatures, type UserContext } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { rolesOf } from '../operations/rightsOver.ts';
import type { Ports } from '../ports/ports.ts';
import { StoreUnavailable } from '../store/types.ts';
import { idOfKey, isSame } from './apiKeyText.ts';
import { createKeyRates, type KeyRates } from './createKeyRates.ts';
import { createWrongKeys, type WrongKeys } from './createWrongKeys.ts';
import { isWithin, readNetworks } from './networks.ts';
import { ownRecords } from './ownRecords.ts';
import type { Session } from './Session.ts';

export type Keys = {
  /** The caller behind a key; refuses every key that is not valid here and now. */
  readonly resolve: (key: string, from: KeyCall) => Promise<Session>;
  /** The key's current rights, bypassing caches; undefined when it is no longer valid. */
  readonly current: (session: Session) => Promise<{ session: Session; expires: number } | undefined>;
  readonly forget: () => void;
};

type KeyCall = { readonly address: string; readonly arrived?: number | undefined };

type Known = {
  readonly session: Session;
  readonly expires: number;
  readonly networks: ReturnType<typeof readNetworks>['networks'];
  readonly perMinute: number;
  readonly checked: number;
  /** The store's state of keys and people when it was checked. */
  readonly state: string;
  /** The minute of the last use that was stored. */
  used: number;
};

type Parts = {
  readonly runtime: () => Runtime;
  readonly ports: Ports;
  readonly known: Map<string, Known>;
  readonly wrong: WrongKeys;
  readonly rates: KeyRates;
};

const minute = 60_000;
/** Milliseconds a cached key is trusted by a single process, which hears of every change. */
const trustedFor = 5_000;
const rememberedKeys = 2_000;

export function createKeys({ runtime, ports }: Pick<Parts, 'runtime' | 'ports'>): Keys {
  const wrong = createWrongKeys(ports);
  const rates = createKeyRates(() => runtime().store, ports);
  const parts: Parts = { runtime, ports, known: new Map(), wrong, rates };
  return {
    resolve: (key, from) => resolve(parts, key, from),
    current: ({ token }) => lookUp(parts, token).catch(() => undefined),
    forget: () => parts.known.clear(),
  };
}

async function resolve(parts: Parts, key: string, from: KeyCall): Promise<Session> {
  const { ports, wrong } = parts;
  const now = ports.now().getTime();
  const known = parts.known.get(key);
  const isKnown = known && isFresh(known, now) && known.state === (await stateOf(parts, from.arrived));
  if (!known) {
    const wait = wrong.wait(from.address);
    if (wait > 0) throw refusals.tooManyWrongKeys({ headers: { 'retry-after': String(wait) } });
  }
  const login = isKnown ? known : await lookUp(parts, key, () => wrong.note(from.address));
  const { session, networks, perMinute } = login;
  const account = session.user.UserName;
  if (networks.length > 0 && !isWithin(from.address, networks))
    throw refusals.keyAddress({ params: { address: from.address }, account });
  const wait = await parts.rates.take(session.id, perMinute);
  if (wait > 0)
    throw refusals.tooManyKeyCalls({
      params: { count: perMinute },
      headers: { 'retry-after': String(wait) },
      account,
    });
  await noteUse(parts, login, { now, address: from.address });
  return session;
}

const isFresh = ({ expires, checked }: Known, now: number): boolean =>
  expires > now && now - checked < trustedFor && now >= checked;

/** Changes when a key, a service account, a person or a record about a person is written. */
function stateOf({ runtime }: Parts, arrived?: number): string | Promise<string> {
  const { model, store } = runtime();
  const people = [...model.entities.values()].filter(({ ofUser }) => ofUser).map(({ id }) => id);
  const about = ['service-account', 'service-key', 'user', ...people];
  if (!store.flags.concurrentProcesses) return store.stateOf(about, trustedFor);
  return store.stateOf(about, arrived === undefined ? 0 : performance.now() - arrived);
}

async function lookUp(parts: Parts, key: string, onWrong?: () => void): Promise<Known> {
  const { ports, known } = parts;
  const earlier = known.get(key);
  known.delete(key);
  // The state before reading: a concurrent write makes the next call check again.
  const state = await stateOf(parts);
  const record = await recordOf(parts, key);
  if (!record) {
    onWrong?.();
    throw refusals.wrongKey();
  }
  const login = await loginOf(parts, key, record);
  const used = earlier?.used ?? Date.parse(String(record.LastUsedDate ?? 0));
  const next = { ...login, checked: ports.now().getTime(), state, used };
  if (known.size >= rememberedKeys) known.delete(known.keys().next().value as string);
  known.set(key, next);
  return next;
}

async function recordOf({ runtime, ports }: Parts, key: string): Promise<DataRecord | undefined> {
  const { model, store } = runtime();
  const id = model.entities.has('service-key') ? await idOfKey(ports, key) : undefined;
  const record = id === undefined ? undefined : await store.get('service-key', id);
  const digest = await ports.digest(key);
  return record && isSame(String(record.Digest), digest) ? record : undefined;
}

/** Anyone who has the key may know why it no longer works. */
async function loginOf(
  parts: Parts,
  key: string,
  record: DataRecord,
): Promise<Omit<Known, 'checked' | 'state' | 'used'>> {
  const { store } = parts.runtime();
  const account = await store.get('service-account', String(record.ServiceAccountId));
  const user = account && (await store.get('user', String(account.UserId)));
  const about = { account: String(user?.UserName ?? record.Prefix) };
  if (record.RevokedDate) throw refusals.keyRevoked(about);
  const expires = Date.parse(String(record.ExpiryDate));
  if (!(expires > parts.ports.now().getTime())) throw refusals.keyExpired(about);
  const session = account && user && (await sessionOf(parts, key, { record, account, user }));
  if (!session) throw refusals.keyInactive(about);
  const { networks, bad } = readNetworks(String(account.Addresses ?? ''));
  // A list that cannot be read must not open the key to all addresses.
  if (bad.length > 0 && networks.length === 0) throw refusals.keyInactive(about);
  return { session, expires, networks, perMinute: Number(account.CallsPerMinute ?? 600) };
}

type Found = { readonly record: DataRecord; readonly account: DataRecord; readonly user: DataRecord };

/** Undefined if the account or the person it acts for may not call. */
async function sessionOf(
  { runtime }: Parts,
  token: string,
  { record, account, user }: Found,
): Promise<Session | undefined> {
  const { store, featuresOf } = runtime();
  const owner = await store.get('user', String(account.OwnerId));
  if (account.IsActive !== true || user.IsActive !== true || owner?.IsActive !== true) return undefined;
  const held = new Set(featuresOf(rolesOf(owner)));
  const Features = listOf(account.Features).filter((one) => held.has(one) && !keptFeatures.includes(one));
  const named = (of: DataRecord, features: readonly string[]): UserContext => ({
    ...{ Id: String(of.Id), UserName: String(of.UserName), DisplayName: String(of.DisplayName) },
    ...{ Roles: rolesOf(owner), Features: features },
  });
  const own = await ownRecords(runtime(), named(owner, [...held]));
  if (!own) return undefined;
  const entities = listOf(account.Entities);
  return {
    ...{ id: String(record.Id), token, features: new Set(Features) },
    user: { ...own, ...named(user, Features) },
    ...{ isByCookie: false, mustChangePassword: false, isRenewed: false },
    key: {
      prefix: String(record.Prefix),
      ...(entities.length > 0 && { entities: new Set(entities) }),
    },
  };
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Stored at most once a minute and key. */
async function noteUse(
  { runtime }: Parts,
  login: Known,
  { now, address }: { readonly now: number; readonly address: string },
): Promise<void> {
  if (now - login.used < minute && now >= login.used) return;
  login.used = now;
  const fields = { LastUsedDate: new Date(now).toISOString(), LastUsedAddress: address.slice(0, 64) };
  try {
    await runtime().store.update('service-key', login.session.id, fields);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
