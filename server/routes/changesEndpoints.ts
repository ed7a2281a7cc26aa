/** `/changes` and `/changes/stream`: what changed, in commit order, for programs that keep up with it. */
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedNumber, askedText, askedTexts } from '../http/Asks.ts';
import type { StreamLimit } from '../http/createStreamLimit.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { createEventLines } from '../http/eventLines.ts';
import { json, text } from '../http/respond.ts';
import type { LoginWatch } from '../login/createLoginWatch.ts';
import type { Session } from '../login/Session.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { cursorOf, numberOf, readChanges } from '../operations/readChanges.ts';
import { lastNumber } from '../operations/recordChanges.ts';
import { runtimeFor } from '../operations/rowAccess.ts';
import type { Events } from '../work/events.ts';

type Options = {
  /** The runtime of the release in force. */
  readonly runtime: () => Runtime;
  readonly events: Events;
  readonly watch: LoginWatch;
  readonly limit: StreamLimit;
  readonly stopping: AbortSignal | undefined;
};

const mostItems = 500;
const after = askedText(
  'after',
  'The cursor to continue after; `latest`: only what changes from now on. Absent: all that is kept.',
);
const entity = askedTexts('entity', 'Only changes of these entities. Absent: all that the caller may view.');

export function changesEndpoints(options: Options): readonly Endpoint[] {
  const own = { method: 'GET', ids: [], access: { kind: 'login' }, isForKeys: true } as const;
  const limit = askedNumber('limit', 'Changes in one answer.', {
    minimum: 1,
    maximum: mostItems,
    default: 100,
  });
  return [
    { ...own, path: '/changes', asks: [after, entity, limit], handle: answer },
    { ...own, path: '/changes/stream', asks: [after, entity], handle: (call) => answerStream(call, options) },
  ];
}

async function answer(call: ApiCall): Promise<Response> {
  const session = call.session as Session;
  const asked = call.query();
  const limit = Number(asked.get('limit') ?? 100);
  const from = await fromOf(call, asked.get('after'));
  const page = await readChanges(call.runtime, session, { after: from, ...entitiesOf(call), limit });
  return json(page, 200, { 'cache-control': 'no-store' });
}

async function fromOf({ runtime }: ApiCall, cursor: string | null): Promise<number | undefined> {
  if (cursor === null || cursor === '') return undefined;
  if (cursor === 'latest') return lastNumber(runtime.store);
  const number = numberOf(cursor);
  if (number === undefined) throw refusals.badParameter('changes.bad-cursor', { name: 'after' });
  return number;
}

function entitiesOf({ runtime: { model }, query }: ApiCall): { readonly entities?: ReadonlySet<string> } {
  const asked = query()
    .getAll('entity')
    .flatMap((value) => value.split(','));
  const unknown = asked.find((id) => !model.entities.has(id));
  if (unknown !== undefined)
    throw refusals.badParameter('changes.no-such-entity', { name: 'entity', value: unknown });
  return asked.length > 0 ? { entities: new Set(asked) } : {};
}

/** `Last-Event-ID`, which browsers send when they connect again, wins over `after`. */
async function answerStream(call: ApiCall, options: Options): Promise<Response> {
  if (options.stopping?.aborted) throw refusals.stopping();
  const session = call.session as Session;
  const cursor = call.request.headers.get('last-event-id') ?? call.query().get('after');
  const from = (await fromOf(call, cursor)) ?? (await lastNumber(call.runtime.store));
  // Refuses a cursor that is too old before the stream begins.
  await readChanges(call.runtime, session, { after: from, ...entitiesOf(call), limit: 1 });
  return text(streamOf(call, options, { ...entitiesOf(call), from }), 'text/event-stream; charset=utf-8', {
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

type Streaming = { readonly from: number; readonly entities?: ReadonlySet<string> };

/** Reads the feed whenever something changes; rights are checked again at every read. */
function streamOf(
  call: ApiCall,
  options: Options,
  { from, ...asked }: Streaming,
): ReadableStream<Uint8Array> {
  const session = call.session as Session;
  const lines = createEventLines();
  const endings: (() => void)[] = [];
  let isOver = false;
  const end = (): void => {
    isOver = true;
    lines.close();
    for (const ending of endings.splice(0)) ending();
  };
  const release = options.limit.open(session.id, end);
  if (!release) throw refusals.busy({ headers: { 'retry-after': '60' } });
  const login = options.watch.watch(session, end);
  let at = from;
  const read = inTurns(async () => {
    for (let isMore = true; isMore && !isOver; ) {
      const now = await login.current();
      if (!now) return;
      const runtime = runtimeFor(options.runtime(), now);
      const { Items, Next } = await readChanges(runtime, now, { after: at, ...asked, limit: 100 });
      for (const item of Items) if (!lines.put(item.Cursor, lineOf(item.Cursor, item))) return end();
      const next = numberOf(Next) ?? at;
      isMore = next > at;
      at = next;
      // Without this, a slow reader would fill the memory.
      if (Items.length > 0) await lines.taken();
    }
  }, end);
  const beat = setInterval(() => {
    // The cursor moves on past what this caller does not see.
    if (!lines.put('alive', `id: ${cursorOf(at)}\n: alive\n\n`)) end();
    read();
  }, call.settings.heartbeatSeconds * 1000);
  options.stopping?.addEventListener('abort', end);
  call.request.signal?.addEventListener('abort', end);
  endings.push(
    ...[release, login.stop, () => clearInterval(beat)],
    () => options.stopping?.removeEventListener('abort', end),
    () => call.request.signal?.removeEventListener('abort', end),
    options.events.listen('recordChanged', read),
    options.events.listen('missed', read),
  );
  lines.put('welcome', 'retry: 3000\n: welcome\n\n');
  read();
  return lines.stream(end);
}

const lineOf = (id: string, data: object): string =>
  `id: ${id}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`;

/** One reading at a time; a request during one starts the next. */
function inTurns(work: () => Promise<void>, onFailure: () => void): () => void {
  let [isRunning, isDue] = [false, false];
  const run = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    run().catch(onFailure);
  };
}
