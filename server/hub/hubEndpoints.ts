/**
 * A hub for the stock SignalR client: WebSockets, server-sent events or long polling, refused without a
 * token.
 */
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { type Asks, askedNumber, askedText } from '../http/Asks.ts';
import type { RefusalLog } from '../http/createRefusalLog.ts';
import type { StreamLimit } from '../http/createStreamLimit.ts';
import { createTeller, type Teller } from '../http/createTeller.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { readText } from '../http/readBody.ts';
import { empty, json, text } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import type { LoginWatch, WatchedLogin } from '../login/createLoginWatch.ts';
import type { Sessions } from '../login/createSessions.ts';
import type { Session } from '../login/Session.ts';
import { type About, mayHear } from '../operations/mayHear.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Events, JobProgress } from '../work/events.ts';
import { HubConnection } from './HubConnection.ts';
import { kinds, written } from './hubProtocol.ts';
import { createHubRelay, type Held, type HubRelay } from './hubRelay.ts';
import { eventStream, socketOf } from './hubTransports.ts';

/** The client method to call, and the record it concerns: only those who may see that record receive it. */
type HubMessage = {
  /** Of the messages under one key only the newest is kept. */
  readonly key: string;
  readonly about: About;
  readonly target: string;
  readonly argument: object;
};

/** A hub that an application provides. */
export type HubOfActions = {
  readonly path: string;
  /** What it reports, for the description of the API. */
  readonly about: string;
  /** By kind of job: the message for its progress. */
  readonly messages: Readonly<Record<string, (progress: JobProgress) => HubMessage>>;
};

type Hub = HubOfActions & {
  /** The runtime of the release in force. */
  readonly runtime: () => Runtime;
  readonly events: Events;
  readonly sessions: Sessions;
  readonly watch: LoginWatch;
  readonly refusalLog: RefusalLog;
  readonly limit: StreamLimit;
  readonly stopping: AbortSignal | undefined;
};

/** A connection with the login it was opened with. */
type Connected = {
  readonly connection: HubConnection;
  readonly loginId: string;
  readonly login: WatchedLogin;
  readonly teller: Teller<About>;
};

type Connections = Map<string, Connected>;

/** The longest a poll waits before it returns empty. */
const pollMs = 25_000;

export function hubEndpoints(hub: Hub): readonly Endpoint[] {
  const connections: Connections = new Map();
  hub.events.listen('jobProgress', (progress) => broadcast(hub, connections, progress));
  hub.stopping?.addEventListener('abort', () => {
    for (const { connection } of connections.values()) connection.end({ allowReconnect: true });
  });
  // Browser event streams cannot send a header, so the token may be in the URL.
  const common = { ids: [], access: { kind: 'public' } as const, path: hub.path, asks: connectionAsks };
  const begun = async (call: ApiCall) => begin(hub, connections, call, await loginOf(hub, call)).connected;
  const relay = relayOf(hub, connections);
  // A connection held by another process moves here.
  const known = async (call: ApiCall) => {
    const session = await loginOf(hub, call);
    const found =
      connectedOf(connections, call, session) ?? (await takeOver(hub, { connections, relay }, call, session));
    if (!found) throw refusals.noSuchPath({ params: { path: call.path } });
    return found;
  };
  return [
    {
      ...common,
      path: `${hub.path}/negotiate`,
      asks: [askedNumber('negotiateVersion', 'As stock clients send it.'), ...tokenAsks],
      method: 'POST',
      takes: nothing,
      handle: (call) => negotiate(hub, connections, call),
    },
    {
      ...common,
      method: 'POST',
      takes: { kind: 'stream', media: 'text/plain', schema: { type: 'string' } },
      handle: (call) => receive(hub, { connections, relay }, call),
    },
    {
      ...common,
      method: 'GET',
      handle: async (call) => carry(call, (await known(call)).connection),
      socket: async (call) => socketOf(await (call.query().has('id') ? known(call) : begun(call))),
    },
    {
      ...common,
      method: 'DELETE',
      handle: async (call) => {
        (await known(call)).connection.end();
        return empty(202);
      },
    },
  ];
}

/** Handles a client message, or passes it to the process that holds its connection. */
async function receive(
  hub: Hub,
  { connections, relay }: { connections: Connections; relay: ReturnType<typeof relayOf> },
  call: ApiCall,
): Promise<Response> {
  const session = await loginOf(hub, call);
  const text = await readText(call.request, mostBytes);
  const own = connectedOf(connections, call, session)?.connection;
  await own?.here();
  const isIn =
    own && !own.isOver ? own.receive(text) : await relay?.say({ id: idOf(call), login: session.id }, text);
  if (isIn === undefined) throw refusals.noSuchPath({ params: { path: call.path } });
  if (!isIn) throw refusals.bodyNotObject();
  return empty(200);
}

const tokenAsks: Asks = [askedText('access_token', 'Of a client that can send no header.')];
const connectionAsks: Asks = [askedText('id', 'The connection; absent: a new one.'), ...tokenAsks];

/** Clients send only short messages. */
const mostBytes = 32_768;

/** Serializes the message once; each connection checks whether its login may receive it. */
function broadcast({ messages }: Hub, connections: Connections, progress: JobProgress): void {
  const messageOf = Object.hasOwn(messages, progress.kind) ? messages[progress.kind] : undefined;
  if (!messageOf || connections.size === 0) return;
  const { key, about, target, argument } = messageOf(progress);
  const told = { key, item: about, text: written({ type: kinds.invocation, target, arguments: [argument] }) };
  for (const { teller } of connections.values()) teller.offer(told);
}

async function loginOf({ sessions }: Hub, call: ApiCall): Promise<Session> {
  const token = call.query().get('access_token');
  // A token must fit in a header.
  const headers = token && /^[\x21-\x7e]+$/.test(token) ? { authorization: `Bearer ${token}` } : undefined;
  const session =
    call.session ??
    (headers && (await sessions.resolve(new Request(call.request.url, { headers }), call.isSecure)));
  if (!session) throw refusals.notLoggedIn();
  if (session.mustChangePassword) throw refusals.mustChangePassword();
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

function begin(
  hub: Hub,
  connections: Connections,
  call: ApiCall,
  session: Session,
  token = call.ports.randomToken(),
) {
  if (hub.stopping?.aborted) throw refusals.stopping();
  let connection: HubConnection | undefined;
  const release = hub.limit.open(session.id, () => connection?.end());
  if (!release) throw refusals.busy({ headers: { 'retry-after': '60' } });
  const opened = new HubConnection(() => {
    connections.delete(token);
    login.stop();
    release();
  });
  connection = opened;
  // If the rights changed, the client reconnects and is checked again; without a login it need not return.
  const login = hub.watch.watch(session, (how) =>
    opened.end(how === 'changed' ? { allowReconnect: true } : {}),
  );
  // Once per connection: progress is sent up to ten times a second.
  let isNoted = false;
  const withheld = ({ entity }: About): void => {
    if (isNoted) return;
    isNoted = true;
    const { user } = session;
    hub.refusalLog.note({
      ...{ kind: 'hub.withheld', what: entity, user: user.UserName },
      ...{ address: call.address, path: hub.path },
    });
  };
  const teller = createTeller<About>({
    login,
    tell: async ({ key, text, item }, now) => {
      if ((await mayHear(hub.runtime(), item, now)) === 'yes') opened.tell(key, text);
      else withheld(item);
    },
    onFailure: () => opened.end({ allowReconnect: true }),
  });
  const connected: Connected = { connection: opened, loginId: session.id, login, teller };
  connections.set(token, connected);
  return { token, connected };
}

const idOf = (call: ApiCall): string => call.query().get('id') ?? '';

/** Undefined for a connection that is over, or held by another process. */
function connectedOf(connections: Connections, call: ApiCall, session: Session): Connected | undefined {
  const connected = connections.get(idOf(call));
  return connected?.loginId === session.id ? connected : undefined;
}

/** With several processes, calls about a connection may reach any of them. */
function relayOf({ runtime, path }: Hub, connections: Connections): HubRelay | undefined {
  const { store, ports } = runtime();
  if (!store.flags.concurrentProcesses) return undefined;
  const held: Held = ({ id, login }) => {
    const connected = connections.get(id);
    if (connected?.loginId !== login) return undefined;
    return { connection: connected.connection, idle: connected.teller.idle };
  };
  return createHubRelay({ shared: store.shared, path, own: ports.newId(), held });
}

type Taking = { readonly connections: Connections; readonly relay: HubRelay | undefined };

async function takeOver(
  hub: Hub,
  { connections, relay }: Taking,
  call: ApiCall,
  session: Session,
): Promise<Connected | undefined> {
  const id = idOf(call);
  if (!relay || id === '' || connections.has(id)) return undefined;
  // Starts queueing messages here before the other process stops.
  const { connected } = begin(hub, connections, call, session, id);
  connected.connection.hold();
  const given = await relay.take({ id, login: session.id });
  if (given) connected.connection.adopt(given);
  else connected.connection.end();
  return given && connected;
}

async function carry(call: ApiCall, connection: HubConnection): Promise<Response> {
  const replaced = connection.read();
  if (call.request.headers.get('accept')?.includes('text/event-stream'))
    return text(eventStream(connection, replaced), 'text/event-stream; charset=utf-8', noStore);
  const signal = AbortSignal.any([AbortSignal.timeout(pollMs), call.request.signal, replaced]);
  if (connection.isOpened()) await connection.somethingWaits(signal);
  const waiting = replaced.aborted || call.request.signal.aborted ? '' : connection.take();
  return waiting === '' && connection.isOver
    ? empty(204)
    : text(waiting, 'text/plain; charset=utf-8', noStore);
}

const noStore = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
