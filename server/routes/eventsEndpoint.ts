/** `/events`: server-sent events, so that a screen learns what others change. */

import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { StreamLimit } from '../http/createStreamLimit.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { text } from '../http/respond.ts';
import { isAllowed } from '../operations/authorize.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import type { Change } from '../work/events.ts';

/** Announces `recordChanged` of what the listener may see, and `declarationsChanged`. */
export function eventsEndpoint(limit: StreamLimit, stopping: AbortSignal | undefined): Endpoint {
  return {
    method: 'GET',
    path: '/events',
    ids: [],
    access: { kind: 'login' },
    handle: (call) =>
      text(eventStream(call, limit, stopping), 'text/event-stream; charset=utf-8', {
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      }),
  };
}

function eventStream(
  call: ApiCall,
  limit: StreamLimit,
  stopping: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  let fed: Fed | undefined;
  const release = limit.open(call.session?.id ?? '', () => fed?.stop());
  if (!release) throw refusals.busy({ headers: { 'retry-after': '60' } });
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      fed = feed({ call, stopping, release }, controller);
    },
    cancel: () => fed?.end(),
  });
}

type Feeding = {
  readonly call: ApiCall;
  readonly stopping: AbortSignal | undefined;
  readonly release: () => void;
};

type Fed = {
  /** Nobody reads any more. */
  readonly end: () => void;
  /** Tells the reader, too. */
  readonly stop: () => void;
};

/** Feeds the stream until the client leaves, the login ends or the server stops; gives what ends it. */
function feed(
  { call, stopping, release }: Feeding,
  controller: ReadableStreamDefaultController<Uint8Array>,
): Fed {
  const encoder = new TextEncoder();
  const { events } = call.runtime;
  const endings: (() => void)[] = [release];
  const end = (): void => {
    for (const ending of endings.splice(0)) ending();
  };
  const send = (lines: string): void => {
    // A client that reads nothing must not fill our memory.
    if ((controller.desiredSize ?? 0) < -backlog) close(controller, end);
    else controller.enqueue(encoder.encode(lines));
  };
  const stop = (): void => close(controller, end);
  const beat = setInterval(() => {
    isSignedIn(call)
      .then((holds) => (holds ? send(': alive\n\n') : stop()))
      .catch(stop);
  }, call.settings.heartbeatSeconds * 1000);
  stopping?.addEventListener('abort', stop);
  call.request.signal?.addEventListener('abort', stop);
  endings.push(
    () => clearInterval(beat),
    () => stopping?.removeEventListener('abort', stop),
    () => call.request.signal?.removeEventListener('abort', stop),
    events.listen('recordChanged', ({ user, ...change }) => {
      if (!isVisible(call, { ...change, user })) return;
      tell(call, change).then((told) => told && send(message('recordChanged', told)), stop);
    }),
    events.listen('declarationsChanged', (what) => send(message('declarationsChanged', what))),
  );
  send(`retry: 3000\n: welcome\n\n`);
  return { end, stop };
}

/** Whether the login the stream was opened with still holds: nobody asks again for as long as it runs. */
async function isSignedIn({ session, runtime, ports }: ApiCall): Promise<boolean> {
  const login = session && (await runtime.store.get('session', session.id));
  if (!login || Date.parse(String(login.ExpiresAt)) <= ports.now().getTime()) return false;
  return (await runtime.store.get('user', String(login.UserId)))?.IsActive === true;
}

/** Messages a slow client may be behind. */
const backlog = 1000;

function close(controller: ReadableStreamDefaultController<Uint8Array>, end: () => void): void {
  end();
  try {
    controller.close();
  } catch {
    // Closed already by the client.
  }
}

function isVisible(call: ApiCall, change: Change): boolean {
  if (change.user !== undefined) return change.user === call.session?.user.Id;
  const entity = call.runtime.model.entities.get(change.entity);
  return entity !== undefined && isAllowed(entity.policy.view, call.session?.features);
}

/** What is told of a change: nothing of a record that the person does not see, and no id of one that is gone. */
async function tell(
  { runtime, session }: ApiCall,
  change: Omit<Change, 'user'>,
): Promise<Partial<Change> | undefined> {
  if (!session || seesEvery(runtime.model, change.entity, session)) return change;
  if (change.operation === 'remove') return { ...change, id: '' };
  return (await runtime.store.get(change.entity, change.id)) ? change : undefined;
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
