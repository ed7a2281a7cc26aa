/** Two processes of the built server on one PostgreSQL database, started at once. */
import { onTestFinished } from 'vitest';
import { newSchema, stopPostgres } from '../../support/postgres.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: received over the network; each test checks what it expects.
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
  /** Sends calls with this login; without a token, anonymously. */
  readonly as: (token?: string) => Ask;
};

/** Sends calls with one login to the first or the second process. */
export type Login = { readonly token: string; readonly one: Ask; readonly other: Ask };

export type Two = {
  /** `postgres://…` of the shared schema. */
  readonly url: string;
  readonly one: Process;
  readonly other: Process;
  /** Signs in; the login is valid in both processes. */
  readonly signIn: (userName?: string) => Promise<Login>;
  /** Creates a person with these roles, signed in. */
  readonly newPerson: (
    ...roles: readonly string[]
  ) => Promise<Login & { readonly id: string; readonly userName: string }>;
  /** Starts another process on the same database. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Process>;
  readonly stop: () => Promise<void>;
};

let people = 0;

/** Used by every account. */
const password = 'correct horse battery';

type Options = {
  readonly seed?: 'demo' | 'none';
  readonly env?: Readonly<Record<string, string>>;
};

/** `none`: only the administrator, `admin`; `demo`: a person per role, named after it. */
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
    const newPerson: Two['newPerson'] = async (...roles) => {
      const { one: admin } = await signIn();
      people += 1;
      const userName = `person${people}`;
      const made = await admin('POST', '/user', { UserName: userName, DisplayName: userName, Roles: roles });
      if (made.status >= 300) throw new Error(JSON.stringify(made.body));
      const id = String(made.body.Id);
      const { body: given } = await admin('POST', `/user/${id}/password`);
      const first = await one.as()('POST', '/session', { UserName: userName, Password: given.Password });
      const change = { CurrentPassword: given.Password, NewPassword: password };
      const chosen = await one.as(String(first.body.Token))('PUT', '/account/password', change);
      if (chosen.status >= 300) throw new Error(JSON.stringify(chosen.body));
      return { id, userName, ...(await signIn(userName)) };
    };
    return { url, one, other, signIn, newPerson, start, stop };
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

/** Collects the events of a stream with this login until the test ends. */
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
