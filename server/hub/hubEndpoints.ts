/** A hub that the stock SignalR client connects to: by WebSockets, server-sent events or long polling, refused without a token. */
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { StreamLimit } from '../http/createStreamLimit.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { readText } from '../http/readBody.ts';
import { empty, json, text } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import type { Sessions } from '../login/createSessions.ts';
import type { Session } from '../login/Session.ts';
import type { SocketEvents } from '../ports/Socket.ts';
import type { Events, JobProgress } from '../work/events.ts';
import { HubConnection, mostWaiting } from './HubConnection.ts';
import { kinds } from './hubProtocol.ts';

/** What a hub tells of long work: the method it calls on its clients, of which only the newest for a key waits. */
export type HubMessageOf = (
  progress: JobProgress,
) => { readonly key: string; readonly target: string; readonly argument: object } | undefined;

/** A hub that an application brings. */
export type HubOfActions = {
  readonly path: string;
  /** What it tells of, for the description of the API. */
  readonly about: string;
  readonly messageOf: HubMessageOf;
};

type Hub = HubOfActions & {
  readonly events: Events;
  readonly sessions: Sessions;
  readonly limit: StreamLimit;
  readonly stopping: AbortSignal | undefined;
};

type Connections = Map<string, HubConnection>;

/** A poll waits so long at most, and says with an empty answer that nothing came. */
const pollMs = 25_000;

export function hubEndpoints(hub: Hub): readonly Endpoint[] {
  const connections: Connections = new Map();
  hub.events.listen('jobProgress', (progress) => {
    const message = hub.messageOf(progress);
    if (!message) return;
    const { key, target, argument } = message;
    for (const connection of connections.values())
      connection.tell(key, { type: kinds.invocation, target, arguments: [argument] });
  });
  hub.stopping?.addEventListener('abort', () => {
    for (const connection of connections.values()) connection.end();
  });
  // A stream of a browser cannot carry a header, so that the token may stand in the address.
  const common = { ids: [], access: { kind: 'public' } as const, path: hub.path };
  const begun = async (call: ApiCall) => begin(hub, connections, call, await loginOf(hub, call)).connection;
  const known = async (call: ApiCall) => connectionOf(connections, call, await loginOf(hub, call));
  return [
    {
      ...common,
      path: `${hub.path}/negotiate`,
      method: 'POST',
      takes: nothing,
      handle: (call) => negotiate(hub, connections, call),
    },
    {
      ...common,
      method: 'POST',
      takes: { kind: 'stream', media: 'text/plain', schema: { type: 'string' } },
      handle: async (call) => {
        const connection = await known(call);
        if (!connection.receive(await readText(call.request, mostBytes))) throw refusals.bodyNotObject();
        return empty(200);
      },
    },
    {
      ...common,
      method: 'GET',
      handle: async (call) => carry(call, await known(call)),
      socket: async (call) => socketOf(await (call.query().has('id') ? known(call) : begun(call))),
    },
    {
      ...common,
      method: 'DELETE',
      handle: async (call) => {
        (await known(call)).end();
        return empty(202);
      },
    },
  ];
}

/** A client has little to say to a hub. */
const mostBytes = 32_768;

async function loginOf({ sessions }: Hub, call: ApiCall): Promise<Session> {
  const token = call.query().get('access_token');
  // What no header can hold is no token.
  const headers = token && /^[\x21-\x7e]+$/.test(token) ? { authorization: `Bearer ${token}` } : undefined;
  const session =
    call.session ??
    (headers && (await sessions.resolve(new Request(call.request.url, { headers }), call.isSecure)));
  if (!session) throw refusals.notLoggedIn();
  return session;
}

async function negotiate(hub: Hub, connections: Connections, call: ApiCall): Promise<Response> {
  const { token } = begin(hub, connections, call, await loginOf(hub, call));
  const transports = [...(call.ports.upgrade ? ['WebSockets'] : []), 'ServerSentEvents', 'LongPolling'];
  return json({
    negotiateVersion: 1,
    connectionId: call.ports.newId(),
    connectionToken: token,
    availableTransports: transports.map((transport) => ({ transport, transferFormats: ['Text'] })),
  });
}

function begin(hub: Hub, connections: Connections, call: ApiCall, { id }: Session) {
  const token = call.ports.randomToken();
  let connection: HubConnection | undefined;
  const release = hub.limit.open(id, () => connection?.end());
  if (!release) throw refusals.busy({ headers: { 'retry-after': '60' } });
  connection = new HubConnection(id, () => {
    connections.delete(token);
    release();
  });
  connections.set(token, connection);
  return { token, connection };
}

/** Both speak over it: a client that says nothing for long is gone. */
const socketOf = (connection: HubConnection): SocketEvents => ({
  onOpen: (socket) => connection.carry(socket, { isTwoWay: true }),
  onMessage: (text) => connection.receive(text) && !connection.isOver,
  onClose: () => connection.end(),
});

/** 404 for a connection that is over: the client begins again. */
function connectionOf(connections: Connections, call: ApiCall, session: Session): HubConnection {
  const connection = connections.get(call.query().get('id') ?? '');
  if (connection?.login !== session.id) throw refusals.noSuchPath({ params: { path: call.path } });
  return connection;
}

async function carry(call: ApiCall, connection: HubConnection): Promise<Response> {
  if (call.request.headers.get('accept')?.includes('text/event-stream')) return stream(connection);
  const signal = AbortSignal.any([AbortSignal.timeout(pollMs), call.request.signal]);
  // The first poll only opens the way.
  if (!opened.has(connection)) opened.add(connection);
  else await connection.somethingWaits(signal);
  const waiting = connection.take();
  return waiting === '' && connection.isOver
    ? empty(204)
    : text(waiting, 'text/plain; charset=utf-8', noStore);
}

const opened = new WeakSet<HubConnection>();
const noStore = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

function stream(connection: HubConnection): Response {
  const encoder = new TextEncoder();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      controller.enqueue(encoder.encode(':\r\n\r\n'));
      connection.carry({
        send: (message) => {
          if ((controller.desiredSize ?? 0) <= 0) return false;
          controller.enqueue(encoder.encode(`data: ${message}\r\n\r\n`));
          return true;
        },
        close: () => {
          try {
            controller.close();
          } catch {
            // Closed already by the client.
          }
        },
      });
    },
    cancel: () => connection.end(),
  };
  // What is not read waits here, so it is counted in bytes.
  const room = new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting.bytes });
  const body = new ReadableStream(source, room);
  return text(body, 'text/event-stream; charset=utf-8', noStore);
}
