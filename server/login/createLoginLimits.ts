/**
 * Counts failed sign-ins in the store to stop guessing: per name and address, per name, and per address.
 * Counters are removed once they no longer matter; none evicts another.
 */
import type { DataRecord } from '#engine';
import type { AppSettings, Ports } from '../ports/ports.ts';
import type { LoginSession, LoginStore } from './createLoginStore.ts';
import { idOfDigest } from './idOfDigest.ts';
import { networkOf } from './networkOf.ts';

/** The name tried, and the address it came from. */
export type Attempt = { readonly name: string; readonly address: string };

export type LoginLimits = {
  /**
   * Counts an attempt as failed before its outcome is known; otherwise a thousand at once would all count as
   * the first.
   */
  readonly begin: (attempt: Attempt) => Promise<BegunAttempt>;
};

export type BegunAttempt = {
  /** Seconds to wait if the attempt is refused; 0: it is counted and may proceed. */
  readonly wait: number;
  /** It succeeded: takes it back, and clears the failures of this name from this address only. */
  readonly succeed: () => Promise<void>;
  /**
   * The password was right but not sufficient, as without its second factor: takes it back and clears nothing
   * else.
   */
  readonly withdraw: () => Promise<void>;
};

const entity = 'login-attempt';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** How long an address that a person signed in from stays open to them while others guess at their name. */
const knownFor = 30 * day;

type Kind = 'pair' | 'name' | 'address';

type Rule = {
  /** Failures without a wait. */
  readonly free: number;
  /** Milliseconds after which one failure is forgotten. */
  readonly forgets: number;
  /** The first wait in milliseconds; each one doubles, up to the longest. */
  readonly first: number;
  readonly longest: number;
};

/**
 * The pair is strict: it hits the guesser, and the person only at the same address. The name is lenient, with
 * short waits, so a stranger cannot lock a person out. The address allows for an office of many people behind
 * one address.
 */
function rulesOf({ loginAttempts }: AppSettings): Readonly<Record<Kind, Rule>> {
  return {
    pair: { free: loginAttempts, forgets: hour, first: 5 * minute, longest: hour },
    name: { free: loginAttempts * 10, forgets: hour / 2, first: minute, longest: 15 * minute },
    address: { free: loginAttempts * 20, forgets: minute, first: 5 * minute, longest: hour },
  };
}

type Parts = {
  readonly logins: LoginStore;
  readonly ports: Pick<Ports, 'now' | 'digest'>;
  readonly settings: AppSettings;
};

/** The limits of one app; they survive a restart. */
export function createLoginLimits(parts: Parts): LoginLimits {
  const rules = rulesOf(parts.settings);
  const now = () => parts.ports.now().getTime();
  const { logins } = parts;
  return {
    begin: async (attempt) => {
      const [ids, moment] = [await idsOf(parts.ports, attempt), now()];
      // A refused attempt costs one read.
      const wait = waitOf(await readCounters(logins, ids), moment);
      if (wait > 0) return { wait, succeed: async () => {}, withdraw: async () => {} };
      return logins.transaction(async (session) => {
        const counters = await readCounters(session, ids);
        await removeExpired(session, moment);
        const counted = holding(counters, moment);
        const wait = waitOf(counters, moment);
        if (wait === 0)
          for (const kind of counted) {
            const next = failed(counters[kind], rules[kind], moment);
            await write(session, {
              id: ids[kind],
              kind,
              was: counters[kind],
              next,
              rule: rules[kind],
              moment,
            });
          }
        const begun = { ids, counted };
        return {
          wait,
          succeed: () => takeBack(begun, { forgivesPair: true }),
          withdraw: () => takeBack(begun, { forgivesPair: false }),
        };
      });
    },
  };

  async function takeBack(
    { ids, counted }: { readonly ids: Ids; readonly counted: readonly Kind[] },
    { forgivesPair }: { readonly forgivesPair: boolean },
  ): Promise<void> {
    const moment = now();
    await logins.transaction(async (session) => {
      const counters = await readCounters(session, ids);
      for (const kind of counted) {
        const [was, rule] = [counters[kind], rules[kind]];
        const isForgiven = kind === 'pair' && forgivesPair;
        const next = isForgiven ? forgiven(was, moment) : takenBack(was, rule);
        await write(session, { id: ids[kind], kind, was, next, rule, moment });
      }
    });
  }
}

async function readCounters(store: Pick<LoginSession, 'get'>, ids: Ids): Promise<Counters> {
  const read = async (kind: Kind) => readCounter(await store.get(entity, ids[kind]));
  return { pair: await read('pair'), name: await read('name'), address: await read('address') };
}

type Ids = Readonly<Record<Kind, string>>;
type Counters = Readonly<Record<Kind, Counter>>;

/** Moments are milliseconds since 1970; 0: never. */
type Counter = {
  readonly isStored: boolean;
  readonly failures: number;
  readonly countedFrom: number;
  readonly closings: number;
  readonly closedUntil: number;
  readonly knownUntil: number;
};

async function idsOf({ digest }: Parts['ports'], { name, address }: Attempt): Promise<Ids> {
  const network = networkOf(address);
  const id = async (...of: readonly string[]) => idOfDigest(await digest(JSON.stringify(of)));
  const [pair, ofName, ofAddress] = await Promise.all([
    id('pair', name, network),
    id('name', name),
    id('address', network),
  ]);
  return { pair, name: ofName, address: ofAddress };
}

/** The counters that apply: guesses at a name do not count where the person has signed in before. */
function holding({ pair }: Counters, now: number): readonly Kind[] {
  return pair.knownUntil > now ? ['pair', 'address'] : ['pair', 'name', 'address'];
}

/** In seconds. */
function waitOf(counters: Counters, now: number): number {
  const ends = holding(counters, now).map((kind) => counters[kind].closedUntil);
  return Math.max(0, ...ends.map((end) => Math.ceil((end - now) / 1000)));
}

function failed(counter: Counter, rule: Rule, now: number): Counter {
  const left = remaining(counter, rule, now);
  const failures = left.failures + 1;
  if (failures < rule.free) return { ...left, failures };
  const wait = Math.min(rule.longest, rule.first * 2 ** Math.min(left.closings, 20));
  return {
    ...left,
    failures,
    closings: left.closings + 1,
    closedUntil: Math.max(left.closedUntil, now + wait),
  };
}

/** Failures not yet forgotten; none are forgotten while the counter is closed. */
function remaining(counter: Counter, { forgets }: Rule, now: number): Counter {
  const from = Math.max(counter.countedFrom, counter.closedUntil);
  const forgotten = Math.max(0, Math.floor((now - from) / forgets));
  if (forgotten >= counter.failures) return { ...counter, failures: 0, closings: 0, countedFrom: now };
  return {
    ...counter,
    failures: counter.failures - forgotten,
    countedFrom: from + forgotten * forgets,
  };
}

/** The counter without the latest attempt; earlier ones remain. */
function takenBack(counter: Counter, rule: Rule): Counter {
  const isClosing = counter.failures >= rule.free;
  return {
    ...counter,
    failures: Math.max(0, counter.failures - 1),
    closings: Math.max(0, counter.closings - (isClosing ? 1 : 0)),
    closedUntil: isClosing ? 0 : counter.closedUntil,
  };
}

const forgiven = ({ isStored }: Counter, now: number): Counter => ({
  isStored,
  failures: 0,
  countedFrom: now,
  closings: 0,
  closedUntil: 0,
  knownUntil: now + knownFor,
});

type Writing = {
  readonly id: string;
  readonly kind: Kind;
  readonly was: Counter;
  readonly next: Counter;
  readonly rule: Rule;
  readonly moment: number;
};

async function write(session: LoginSession, { id, kind, was, next, rule, moment }: Writing): Promise<void> {
  const silentFrom = Math.max(next.countedFrom, next.closedUntil, moment) + next.failures * rule.forgets;
  const stamp = new Date(moment).toISOString();
  const fields: DataRecord = {
    Failures: next.failures,
    CountedFrom: new Date(next.countedFrom).toISOString(),
    Closings: next.closings,
    ClosedUntil: momentText(next.closedUntil),
    KnownUntil: momentText(next.knownUntil),
    ExpiresAt: new Date(Math.max(silentFrom, next.knownUntil)).toISOString(),
    ModifiedDate: stamp,
  };
  if (was.isStored && (await session.update(entity, id, fields))) return;
  const made = { CreatedDate: stamp, CreatedBy: 'server', ModifiedBy: 'server' };
  await session.insert(entity, { Id: id, Revision: 1, ...made, Kind: kind, ...fields });
}

const momentText = (moment: number): string | null => (moment > 0 ? new Date(moment).toISOString() : null);

function readCounter(record: DataRecord | undefined): Counter {
  const momentOf = (name: string) => Date.parse(String(record?.[name] ?? '')) || 0;
  return {
    isStored: record !== undefined,
    failures: Number(record?.Failures ?? 0),
    countedFrom: momentOf('CountedFrom'),
    closings: Number(record?.Closings ?? 0),
    closedUntil: momentOf('ClosedUntil'),
    knownUntil: momentOf('KnownUntil'),
  };
}

/** Removes more per call than one attempt adds. */
async function removeExpired(session: LoginSession, moment: number): Promise<void> {
  const value = new Date(moment).toISOString();
  const filter = { kind: 'compare', path: 'ExpiresAt', operator: 'lt', value } as const;
  const { items } = await session.find({ entity, filter, page: { number: 1, size: 100 } });
  for (const item of items) await session.remove(entity, String(item.Id));
}
