/** Calls the addresses that runs wait for: beside everything else that is due, a few hosts at a time. */
import type { DataRecord } from '#engine';
import { type RunState, runEntity } from '../operations/automationEvents.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { type OutgoingReply, whyFailed } from '../ports/Outgoing.ts';
import { hostOf, shownRequest } from './callOutside.ts';
import { headersOf, SecretProblem } from './callSecrets.ts';
import type { MadeCall, StepResult } from './Run.ts';
import { mostAttempts, waitAfter } from './runAutomations.ts';
import type { Working } from './transaction.ts';

/** A claimed call is not made by others meanwhile. */
const claimed = 2 * 60_000;
const [atOnce, mostHosts] = [100, 10];
/** Milliseconds after which a round starts no further call. */
const roundLength = 5_000;
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

export async function sendCalls({ runtime, stopping }: Working): Promise<number> {
  const { store, ports } = runtime;
  if (!ports.post) return 0;
  const due = { kind: 'compare', path: 'NextTry', operator: 'le', value: ports.now().toISOString() } as const;
  const { items } = await store.find({
    ...{ entity: runEntity, filter: allOf([equals('State', 'calling' satisfies RunState), due]) },
    ...{ sort: [{ path: 'NextTry', direction: 'asc' }], page: { number: 1, size: atOnce } },
  } as never);
  const began = performance.now();
  const counts = [...byHost(items).values()].slice(0, mostHosts).map(async (runs) => {
    let count = 0;
    for (const run of runs) {
      if (stopping?.aborted || performance.now() - began > roundLength) break;
      count += 1;
      // One that hangs must not hold up the others of its host for hours.
      if (!(await callOne(runtime, run))) break;
    }
    return count;
  });
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
}

const callOf = ({ Call }: DataRecord): MadeCall => Call as MadeCall;

function byHost(runs: readonly DataRecord[]): Map<string, DataRecord[]> {
  const found = new Map<string, DataRecord[]>();
  for (const run of runs) {
    const host = hostOf(callOf(run).request.url);
    found.set(host, [...(found.get(host) ?? []), run]);
  }
  return found;
}

/** False if another attempt follows. */
async function callOne(runtime: Runtime, run: DataRecord): Promise<boolean> {
  const { store, ports, events } = runtime;
  const id = String(run.Id);
  const Attempts = Number(run.Attempts ?? 0) + 1;
  const at = (milliseconds: number) => new Date(ports.now().getTime() + milliseconds).toISOString();
  const claim = { Attempts, NextTry: at(claimed) };
  if (!(await store.update(runEntity, id, claim, Number(run.Revision)))) return true;
  const began = ports.now().getTime();
  const { reply, problem, isFinal } = await attempt(runtime, run);
  const made = callOf(run);
  const isOver = problem !== undefined && (isFinal === true || Attempts >= mostAttempts);
  const next: DataRecord = problem
    ? isOver
      ? { State: 'failed' satisfies RunState, Problem: problem, FinishedDate: at(0) }
      : { Problem: problem, NextTry: at(waitAfter(Attempts)) }
    : {
        ...{ State: 'waiting' satisfies RunState, Call: { ...made, reply }, Attempts: 0 },
        Problem: null,
        NextTry: at(0),
      };
  const step: StepResult = {
    ...{ Do: 'call', Step: String(made.at), Outcome: 'failed', Values: shownRequest(made.request) },
    ...{ Reason: problem as StepResult['Reason'], Milliseconds: ports.now().getTime() - began },
  } as StepResult;
  const Steps = [...((run.Steps ?? []) as readonly StepResult[]), step].slice(-100);
  await store.update(runEntity, id, { ...next, ...(isOver && { Steps }) });
  events.announce('recordChanged', { entity: runEntity, id, operation: 'update' });
  return problem === undefined;
}

type Attempt = {
  readonly reply?: MadeCall['reply'];
  readonly problem?: DataRecord;
  readonly isFinal?: boolean;
};

async function attempt(runtime: Runtime, run: DataRecord): Promise<Attempt> {
  const { at, request } = callOf(run);
  const { url, method, body } = request;
  try {
    const headers = {
      ...{ 'user-agent': 'Formwright', accept: 'application/json' },
      ...(body !== '' && { 'content-type': 'application/json' }),
      ...(await headersOf(runtime, request)),
      // The same for every attempt, so that receivers recognize repetitions.
      'idempotency-key': `${run.Key}-${at}`.replaceAll(/[^!-~]/g, '_').slice(0, 200),
    };
    const reply = await runtime.ports.post?.({ url, method, headers, body, timeoutMs, maxBytes });
    return reply ? judge(reply) : { problem: said('unreachable') };
  } catch (error) {
    if (error instanceof SecretProblem)
      return { problem: said('secret', { name: error.message }), isFinal: true };
    const why = whyFailed(error);
    return { problem: said(why), isFinal: why === 'address' };
  }
}

const said = (why: string, params: DataRecord = {}): DataRecord => ({
  key: `automation.problem.call-${why}`,
  params,
});

/** Statuses after which another attempt may succeed. */
const isPassing = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

function judge({ status, text, isCut }: OutgoingReply): Attempt {
  if (status < 200 || status >= 300)
    return { problem: said('status', { status }), isFinal: !isPassing(status) };
  if (isCut) return { problem: said('too-large', { limit: '1 MB' }), isFinal: true };
  return { reply: { status, ...(text.trim() !== '' && { answer: read(text) }) } };
}

/** An answer that is no JSON is left out: later steps read `$answer` as missing. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
