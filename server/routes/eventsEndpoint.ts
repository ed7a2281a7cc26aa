/** `/events`: server-sent events that tell a screen what others change. */

import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { StreamLimit } from '../http/createStreamLimit.ts';
import { createTeller } from '../http/createTeller.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { createEventLines } from '../http/eventLines.ts';
import { text } from '../http/respond.ts';
import type { LoginWatch } from '../login/createLoginWatch.ts';
import type { Session } from '../login/Session.ts';
import { mayHear } from '../operations/mayHear.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Change, Events } from '../work/events.ts';

type Options = {
  /** The runtime of the release in force. */
  readonly runtime: () => Runtime;
  readonly events: Events;
  readonly watch: LoginWatch;
  /** Entities whose records the page of background work lists, each with checks of its own. */
  readonly ofWork: ReadonlySet<string>;
  readonly limit: StreamLimit;
  readonly stopping: AbortSignal | undefined;
};

/** Broadcasts `recordChanged` for records the listener may see, and `declarationsChanged`. */
export function eventsEndpoint(options: Options): Endpoint {
  return {
    method: 'GET',
    path: '/events',
    ids: [],
    access: { kind: 'login' },
    handle: (call) => {
      if (options.stopping?.aborted) throw refusals.stopping();
      return text(eventStream(call, options), 'text/event-stream; charset=utf-8', {
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
    },
  };
}

/** Feeds the stream until the client disconnects, the session ends or the server stops. */
function eventStream(call: ApiCall, options: Options): ReadableStream<Uint8Array> {
  const session = call.session as Session;
  const lines = createEventLines();
  const endings: (() => void)[] = [];
  const end = (): void => {
    lines.close();
    for (const ending of endings.splice(0)) ending();
  };
  const release = options.limit.open(session.id, end);
  if (!release) throw refusals.busy({ headers: { 'retry-after': '60' } });
  const login = options.watch.watch(session, end);
  const send = (key: string, line: string) => lines.put(key, line) || end();
  const { offer } = createTeller<Change | undefined>({
    login,
    tell: async ({ key, text, item }, now) => {
      const line = item ? await lineFor(options.runtime(), item, now) : text;
      if (line) send(key, line);
    },
    onFailure: end,
  });
  const beat = setInterval(() => send('alive', ': alive\n\n'), call.settings.heartbeatSeconds * 1000);
  const stop = (): void => {
    send('stopping', message('serverStopping', {}));
    end();
  };
  options.stopping?.addEventListener('abort', stop);
  call.request.signal?.addEventListener('abort', end);
  endings.push(
    release,
    login.stop,
    () => clearInterval(beat),
    () => options.stopping?.removeEventListener('abort', stop),
    () => call.request.signal?.removeEventListener('abort', end),
    options.events.listen('recordChanged', (change) => {
      if (change.user !== undefined && change.user !== session.user.Id) return;
      const text = message('recordChanged', change);
      offer({ key: text, text, item: change });
    }),
    ...followWork(options, () => offer({ key: 'work', text: message('workChanged', {}), item: undefined })),
    // A browser that connects again reads again what it shows.
    options.events.listen('missed', end),
    options.events.listen('declarationsChanged', (what) => {
      offer({ key: 'declarations', text: message('declarationsChanged', what), item: undefined });
    }),
  );
  send('welcome', 'retry: 3000\n: welcome\n\n');
  return lines.stream(end);
}

/** Milliseconds in which one event says that work went on; it names nothing. */
const workPause = 3000;

/** Returns the functions that stop following. */
function followWork(
  { events: { listen }, ofWork }: Pick<Options, 'events' | 'ofWork'>,
  tell: () => void,
): readonly (() => void)[] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, workPause);
  };
  return [
    listen('jobProgress', note),
    listen('recordChanged', ({ entity }) => {
      if (ofWork.has(entity)) note();
    }),
    () => clearTimeout(timer),
  ];
}

/** The event of a change: nothing for records the person does not see, and no id of removed ones. */
async function lineFor(
  runtime: Runtime,
  { user, ...change }: Change,
  hearer: Session,
): Promise<string | undefined> {
  // A change addressed to one person needs no further check.
  const heard = user === undefined ? await mayHear(runtime, change, hearer) : 'yes';
  if (heard === 'yes') return message('recordChanged', change);
  if (heard === 'no' || change.operation !== 'remove') return undefined;
  return message('recordChanged', { ...change, id: '' });
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
