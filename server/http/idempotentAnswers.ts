/** `Idempotency-Key`: a repeated call gets its first answer and is not executed again. */
import type { DataRecord } from '#engine';
import { type Refusal, refusals } from '../errors/Refusal.ts';
import { idOfDigest } from '../login/idOfDigest.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Seal } from '../ports/ports.ts';
import { type Store, StoreConflict, type StoreSession } from '../store/types.ts';
import { writesOf } from '../store/writesOf.ts';
import type { ApiCall } from './ApiCall.ts';
import { type CallContent, contentOf } from './callContent.ts';
import type { Endpoint } from './Endpoint.ts';

type Work = Pick<Endpoint, 'handle' | 'isReplayable'>;

/** Handles a call, or replays the answer of the same earlier call. */
export type IdempotentAnswers = (call: ApiCall, endpoint: Work) => Promise<Response>;

const entity = 'kept-answer';
/** How long a key is kept. */
const keptFor = 24 * 3600 * 1000;
/** Maximum characters stored of an answer or of transaction results; beyond, only what became of the call. */
const largest = 262_144;
const visibleAscii = /^[!-~]{1,255}$/;
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createIdempotentAnswers(): IdempotentAnswers {
  return async (call, endpoint) => {
    const key = call.request.headers.get('idempotency-key');
    if (key === null || safe.has(call.method) || !call.session) return endpoint.handle(call);
    if (!call.runtime.model.entities.has(entity)) return endpoint.handle(call);
    if (!visibleAscii.test(key)) throw refusals.badIdempotencyKey();
    const asked = await readAsked(call, key, call.session.user.Id);
    // In any process the same call is being carried out.
    const answer = await call.runtime.store.shared.alone(`call ${asked.id}`, () =>
      answerOnce(asked, endpoint),
    );
    if (!answer) throw refusals.callStillRunning();
    return answer;
  };
}

type Asked = {
  readonly call: ApiCall;
  readonly id: string;
  readonly content: CallContent;
  readonly seal: Seal;
};

async function readAsked(call: ApiCall, key: string, userId: string): Promise<Asked> {
  const { ports } = call;
  const content = await contentOf(call);
  return {
    call: { ...call, request: content.request },
    id: idOfDigest(await ports.digest(`${userId}\n${key}`)),
    content,
    seal: await ports.seal(`${userId}\n${key}`),
  };
}

async function answerOnce(asked: Asked, endpoint: Work): Promise<Response> {
  const { call, content, seal } = asked;
  const kept = await findKept({ ...call, store: call.runtime.store }, asked.id);
  // One that is carried out again is compared before its first transaction, when its content has been read.
  const isCarriedOutAgain = kept && !kept.Answer && kept.Results;
  if (kept && !isCarriedOutAgain && !(await content.isSame(String(kept.Digest))))
    throw refusals.idempotencyKeyReused();
  if (kept?.Answer) return replayed(JSON.parse(await seal.open(String(kept.Answer))));
  // The process ended between execution and storing the answer: replay it from the transaction results.
  if (kept && !kept.Results) throw refusals.answerLost();
  const results: readonly Result[] = kept ? JSON.parse(await seal.open(String(kept.Results))) : [];
  const earlier = { results, text: kept?.Results as string | undefined, digest: String(kept?.Digest) };
  const memory = rememberTransactions(asked, earlier, endpoint.isReplayable === true);
  try {
    const response = await endpoint.handle({ ...call, runtime: memory.runtime });
    if (response.ok)
      await keepAnswer(asked, response, memory).catch((error) =>
        // The call has succeeded, even if its answer cannot be stored.
        call.ports.log.warn({ err: error }, 'answer not kept'),
      );
    if (kept) response.headers.set('idempotency-replayed', 'true');
    return response;
  } finally {
    memory.end();
  }
}

type Finding = Pick<ApiCall, 'ports'> & { readonly store: Pick<StoreSession, 'get'> };

async function findKept({ store, ports }: Finding, id: string): Promise<DataRecord | undefined> {
  const kept = await store.get(entity, id);
  return kept && Date.parse(String(kept.CreatedDate)) > ports.now().getTime() - keptFor ? kept : undefined;
}

/** The result of one transaction; wrapped, because JSON arrays cannot hold `undefined`. */
type Result = { readonly given?: unknown };
/** The result of the transaction that starts a job. */
type Started = { readonly id?: string; readonly outcome?: DataRecord };
type Earlier = {
  readonly results: readonly Result[];
  readonly text: string | undefined;
  readonly digest: string;
};

type Memory = {
  readonly runtime: Runtime;
  readonly hasWritten: () => boolean;
  /** A repetition can give the same answer from the results kept. */
  readonly isReplayable: () => boolean;
  /** The call is answered; later work does not belong to it. */
  readonly end: () => void;
};

/** Replays the results of transactions committed earlier; stores the results of others in them. */
function rememberTransactions(
  asked: Asked,
  { results: earlier, text, digest }: Earlier,
  isReplayable: boolean,
): Memory {
  const { runtime } = asked.call;
  const { store, jobs } = runtime;
  const results = [...earlier];
  let known: Noted = text;
  let [next, hasEnded] = [0, false];
  const compare = async () => {
    if (!(await asked.content.isSame(digest))) throw refusals.idempotencyKeyReused();
  };
  const transaction: Store['transaction'] = async <T>(work: (session: StoreSession) => Promise<T>) => {
    if (hasEnded) return store.transaction(work);
    if (next < earlier.length) {
      await compare();
      return earlier[next++]?.given as T;
    }
    const { given, noted } = await store.transaction(async (session) => {
      const given = await work(session);
      const next = isReplayable ? [...results, { given }] : undefined;
      return { given, noted: await keepResults(session, asked, { known, results: next }) };
    });
    known = noted;
    results.push({ given });
    return given;
  };
  const start: Runtime['jobs']['start'] = async (call, request) => {
    if (next >= earlier.length) return jobs.start(call, request);
    await compare();
    // The first call started the job; after a restart the server has resumed or ended it.
    const started = earlier[next++]?.given as Started | undefined;
    if (started?.outcome) request.outcome?.give(started.outcome);
    return started?.id;
  };
  return {
    // Single writes are transactions of their own: what is kept of the call is written with each.
    runtime: {
      ...runtime,
      store: { ...store, ...writesOf(transaction), transaction },
      jobs: { ...jobs, start },
    },
    hasWritten: () => results.length > 0,
    isReplayable: () => typeof known === 'string',
    end: () => {
      hasEnded = true;
    },
  };
}

/** What is noted of a call, sealed; null: that it was carried out; undefined: nothing. */
type Noted = string | null | undefined;

type Keeping = { readonly known: Noted; readonly results: readonly Result[] | undefined };

/** Gives what is noted from now on. Where another process has noted something meanwhile, this one takes back what it did. */
async function keepResults(
  session: StoreSession,
  { call, id, content, seal }: Asked,
  { known, results }: Keeping,
): Promise<string | null> {
  const kept = await findKept({ ...call, store: session }, id);
  if ((kept && ((kept.Results ?? null) as Noted)) !== known) throw refusals.callStillRunning();
  const text = results && isPlain(results) ? JSON.stringify(results) : '';
  const Results = text === '' || text.length > largest ? null : await seal.close(text);
  if (kept) await session.update(entity, id, { Results });
  else {
    // One of more than a day ago says nothing any more.
    await session.remove(entity, id);
    await session.insert(entity, newRecord(call, { Id: id, Digest: await content.digest(), Results }));
  }
  return Results;
}

function newRecord({ ports, session }: ApiCall, fields: DataRecord): DataRecord {
  const [moment, name] = [ports.now().toISOString(), session?.user.UserName];
  const made = { CreatedDate: moment, CreatedBy: name, ModifiedDate: moment, ModifiedBy: name };
  return { ...made, Revision: 1, ...fields };
}

/** Whether the value survives a JSON round trip. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'function' && typeof value !== 'bigint';
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

type Kept = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Absent: it is too large to keep, or a file. */
  readonly body?: string | null;
};

const keptHeaders = ['content-type', 'location', 'etag', 'x-release'];

async function keepAnswer(
  { call, id, content, seal }: Asked,
  response: Response,
  { hasWritten, isReplayable }: Memory,
): Promise<void> {
  const body = await keptBody(response);
  // A call that has only read may be carried out again.
  if (body === undefined && (!hasWritten() || isReplayable())) return;
  const headers = keptHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const kept: Kept = { status: response.status, headers, body };
  const Answer = await seal.close(JSON.stringify(kept));
  const { store } = call.runtime;
  const Digest = await content.digest();
  if (hasWritten()) return void (await store.update(entity, id, { Answer, Digest }));
  await store
    .transaction(async (session) => {
      await session.remove(entity, id);
      await session.insert(entity, newRecord(call, { Id: id, Digest, Answer }));
    })
    .catch((error) => {
      // Another process has stored it.
      if (!(error instanceof StoreConflict)) throw error;
    });
}

async function keptBody(response: Response): Promise<string | null | undefined> {
  if (response.body === null) return null;
  const type = response.headers.get('content-type');
  if (type !== null && !/json/i.test(type)) return undefined;
  const body = await response.clone().text();
  return body.length > largest ? undefined : body;
}

/** Throws with the status of the first answer, and where to read its result, if its body was not kept. */
function replayed({ status, headers, body }: Kept): Response {
  if (body === undefined) throw answerNotKept(status, new Map(headers).get('location'));
  const all = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
  all.set('idempotency-replayed', 'true');
  return new Response(body, { status, headers: all });
}

function answerNotKept(Status: number, Location: string | undefined): Refusal {
  const Reason = 'idempotency-answer-lost';
  if (Location === undefined) return refusals.answerLost({ extra: { Reason, Status } });
  return refusals.answerElsewhere({
    params: { location: Location },
    extra: { Reason, Status, Location },
    headers: { location: Location },
  });
}
