/** `/events`: server-sent events, so that a screen learns what others change. */

import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/createRouteTable.ts';
import { text } from '../http/respond.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { Change } from '../operations/events.ts';

/** Announces `recordChanged` of what the listener may see, and `declarationsChanged`. */
export function eventsEndpoint(stopping: AbortSignal | undefined): Endpoint {
  return {
    method: 'GET',
    path: '/events',
    ids: [],
    access: { kind: 'login' },
    handle: (call) =>
      text(eventStream(call, stopping), 'text/event-stream; charset=utf-8', {
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      }),
  };
}

function eventStream(call: ApiCall, stopping: AbortSignal | undefined): ReadableStream<Uint8Array> {
  let end = (): void => {};
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      end = feed(call, stopping, controller);
    },
    cancel: () => end(),
  });
}

/** Feeds the stream until the client leaves, the login ends or the server stops; gives the function that ends it. */
function feed(
  call: ApiCall,
  stopping: AbortSignal | undefined,
  controller: ReadableStreamDefaultController<Uint8Array>,
): () => void {
  const encoder = new TextEncoder();
  const { events } = call.runtime;
  const endings: (() => void)[] = [];
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
    events.listen(
      'recordChanged',
      (change) => isVisible(call, change) && send(message('recordChanged', change)),
    ),
    events.listen('declarationsChanged', (what) => send(message('declarationsChanged', what))),
  );
  send(`retry: 3000\n: welcome\n\n`);
  return end;
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
  const entity = call.runtime.model.entities.get(change.entity);
  return entity !== undefined && isAllowed(entity.policy.view, call.session?.features);
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
