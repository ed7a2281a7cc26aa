/** Two processes of the built server on one PostgreSQL database, started at once; started once a test file. */
import { onTestFinished } from 'vitest';
import { newSchema, stopPostgres } from '../../support/postgres.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: it came over the wire; each test says what it expects of it.
  readonly body: any;
  readonly headers: Headers;
};

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

export type Process = RunningServer & {
  /** Sends a call with this login; without one, as nobody. */
  readonly as: (token?: string) => Ask;
};

export type Two = {
  /** `postgres://…` of the schema that both serve. */
  readonly url: string;
  readonly one: Process;
  readonly other: Process;
  /** A login that both know: on the first of them and on the second. */
  readonly signIn: (userName?: string) => Promise<{ token: string; one: Ask; other: Ask }>;
  /** One more process on the same database. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Process>;
  readonly stop: () => Promise<void>;
};

/** Of every sample person. */
const password = 'correct horse battery';

type Options = {
  readonly seed?: 'demo' | 'none';
  readonly env?: Readonly<Record<string, string>>;
};

/** `none`: no records but the first administrator, `admin`; `demo`: a person for each role, named like it. */
export async function startTwo({ seed = 'none', env }: Options = {}): Promise<Two> {
  const url = await newSchema();
  const processes: Process[] = [];
  const start: Two['start'] = async (more) => {
    const server = await startServer({
      seed,
      env: { LOG_LEVEL: 'error', ADMIN_PASSWORD: password, DATABASE_URL: url, ...env, ...more },
    });
    const process = { ...server, as: (token?: string) => asker(server.origin, token) };
    processes.push(process);
    return process;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((process) => process.stop()));
    await stopPostgres();
  };
  try {
    const [one, other] = await Promise.all([start(), start()]);
    const signIn: Two['signIn'] = async (userName = 'admin') => {
      const answer = await one.as()('POST', '/session', { UserName: userName, Password: password });
      if (answer.status !== 200)
        throw new Error(`${userName} cannot sign in: ${JSON.stringify(answer.body)}`);
      const token = String(answer.body.Token);
      return { token, one: one.as(token), other: other.as(token) };
    };
    return { url, one, other, signIn, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function asker(origin: string, token?: string): Ask {
  const always = token ? { authorization: `Bearer ${token}` } : {};
  return async (method, path, body, headers = {}) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...content, ...always, ...headers } as Record<string, string>,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  };
}

/** The events that a stream of this login tells, from now until the test ends. */
export async function eventsOf(process: Process, token: string): Promise<(readonly [string, object])[]> {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const response = await fetch(`${process.origin}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  if (response.status !== 200) throw new Error(`No stream of events: ${response.status}`);
  const heard: (readonly [string, object])[] = [];
  const decoder = new TextDecoder();
  void (async () => {
    let text = '';
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(piece, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        if (kind && data) heard.push([kind, JSON.parse(data)]);
      }
    }
    heard.push(['end', {}]);
  })().catch(() => heard.push(['end', {}]));
  return heard;
}
