/** What the client of the API sends again when a process dies under a call, and when it stops. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiPorts } from './apiCall.ts';
import { createConnection } from './connection.ts';
import { type Api, createApi } from './createApi.ts';

type Answer = Response | Error | Promise<never>;

beforeEach(() => {
  vi.useFakeTimers();
  // The middle of each wait.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const cut = new TypeError('connection reset');
const proxy =
  (status: number, headers = {}) =>
  () =>
    new Response('<html>', { status, headers });
const own = (headers = {}) =>
  Response.json({ Message: 'The vault is away.', Code: 'internal' }, { status: 503, headers });
const made = () => Response.json({ Id: '1' }, { status: 201 });
/** Its headers arrive, then the process dies. */
const half = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    }),
  );

/** A server that answers in turn; the last answer is given for ever. */
function setup(answers: readonly (Answer | (() => Answer))[], ports: Partial<ApiPorts> = {}) {
  const calls: { at: number; url: string; method?: string; body: unknown; key: string | null }[] = [];
  const connection = createConnection();
  const reached: boolean[] = [];
  const start = performance.now();
  const api = createApi({
    locale: () => 'en-CA',
    networkMessage: () => 'no connection',
    carriedOutMessage: () => 'carried out',
    signInAgain: async () => false,
    confirm: async () => false,
    reached: (isReachable) => {
      reached.push(isReachable);
      connection.report(isReachable);
    },
    repeating: connection.repeating,
    fetch: (async (url: unknown, { method, body, headers }: RequestInit = {}) => {
      const key = new Headers(headers).get('idempotency-key');
      const next = answers[Math.min(calls.length, answers.length - 1)];
      calls.push({ at: performance.now() - start, url: String(url), method, body, key });
      const answer = typeof next === 'function' ? next() : next;
      if (answer instanceof Error) throw answer;
      return answer;
    }) as typeof fetch,
    ...ports,
  });
  return { api, calls, connection, reached };
}

/** The result, or the error, of a call that is still to come. */
const caught = (sent: Promise<unknown>) => sent.catch((error: unknown) => error);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

type Door = readonly [string, (api: Api, signal?: AbortSignal) => Promise<unknown>];

const reads: readonly Door[] = [
  ['GET', (api, signal) => api.get('/note', { signal })],
  ['a POST that reads', (api, signal) => api.send('POST', '/report/viewer', {}, { signal, intent: 'reads' })],
  ['a GET too long for an address', (api, signal) => api.get(`/note?Id=${'x'.repeat(5000)}`, { signal })],
];
const writes: readonly Door[] = [
  ['POST', (api, signal) => api.send('POST', '/note', { Text: 'a' }, { signal, intent: 'same-content' })],
  ['PUT', (api, signal) => api.send('PUT', '/note', { Text: 'a' }, { signal, revision: 3 })],
  ['DELETE', (api, signal) => api.send('DELETE', '/note/1', undefined, { signal })],
  [
    'an autosave',
    (api, signal) => {
      const sequence = { of: 'form', number: 1 };
      return api.send('PUT', '/note', { Text: 'a' }, { signal, sequence, keepalive: true });
    },
  ],
];
const unkeyed: readonly Door[] = [
  ['an upload', (api) => api.send('POST', '/File', new FormData(), { intent: 'same-content' })],
  ['a mark without a key', (api) => api.send('PUT', '/visit/note/1', {}, { keepalive: true })],
  ['a file by POST', (api) => api.download('/report', { method: 'POST', body: {} })],
];

describe.each([...reads, ...writes])('%s', (_, send) => {
  const troubles = [
    ['a cut connection', cut],
    ['502', proxy(502)],
    ['503', proxy(503)],
    ['504', proxy(504)],
    ['503 of a process that ends', () => own({ 'retry-after': '1' })],
    ['an answer cut in the middle', half],
  ] as const;

  it.each(troubles)('is sent again after %s', async (_, trouble) => {
    const { api, calls, reached } = setup([trouble, trouble, made]);
    const answer = send(api);
    await seconds(8);
    expect(await answer).toEqual({ Id: '1' });
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(reached).toEqual([true]);
  });

  it('is not sent again once its caller has given up', async () => {
    const { api, calls, connection } = setup([cut]);
    const given = new AbortController();
    const error = caught(send(api, given.signal));
    await seconds(1.5);
    const before = calls.length;
    expect(connection.isRepeating()).toBe(true);
    given.abort();
    expect(await error).toMatchObject({ name: 'AbortError' });
    expect([connection.isRepeating(), connection.isLost()]).toEqual([false, false]);
    await seconds(20);
    expect(calls.length).toBe(before);
  });

  it('is not sent again once the page closes', async () => {
    const page = new AbortController();
    const { api, calls, connection } = setup([cut], { closing: () => page.signal });
    const error = caught(send(api));
    await seconds(1.5);
    const before = calls.length;
    page.abort();
    expect(await error).toMatchObject({ code: 'network' });
    await seconds(20);
    expect([calls.length, connection.isLost()]).toEqual([before, false]);
  });

  it('fails after about eight seconds, with rising waits', async () => {
    const { api, calls, connection } = setup([cut]);
    const error = caught(send(api));
    await seconds(7.9);
    expect(connection.isLost()).toBe(false);
    await seconds(0.2);
    expect(await error).toMatchObject({ code: 'network', message: 'no connection' });
    expect(calls.map(({ at }) => at)).toEqual([0, 300, 900, 2100, 4100, 6100, 8000]);
    expect([connection.isLost(), connection.isRepeating()]).toEqual([true, false]);
  });

  it('waits as long as the server asks, within these seconds', async () => {
    const { api, calls } = setup([proxy(503, { 'retry-after': '4' }), made]);
    const answer = send(api);
    await seconds(8);
    await answer;
    expect(calls[1]?.at).toBeGreaterThanOrEqual(4000);
    const date = new Date(Date.now() + 5000).toUTCString();
    const dated = setup([proxy(503, { 'retry-after': date }), made]);
    const later = send(dated.api);
    await seconds(8);
    await later;
    expect(dated.calls[1]?.at).toBeGreaterThan(3000);
  });

  it.each([400, 409, 422, 428, 429, 500])('%i is an answer', async (status) => {
    const { api, calls } = setup([() => Response.json({ Message: 'No.' }, { status })]);
    const error = caught(send(api));
    await seconds(20);
    expect(await error).toMatchObject({ status });
    expect(calls).toHaveLength(1);
  });
});

describe.each(writes)('%s', (_, send) => {
  it('keeps its key while it is sent again', async () => {
    const { api, calls } = setup([cut, proxy(502), made, made]);
    const answer = send(api);
    await seconds(8);
    await answer;
    await send(api);
    const [first, second, third, other] = calls.map(({ key }) => key);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  it('is not sent again without a login, for which the server keeps no keys', async () => {
    const { api, calls } = setup([cut], { isSignedIn: () => false });
    const error = caught(send(api));
    await seconds(20);
    expect(await error).toMatchObject({ code: 'network' });
    expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });
});

describe.each(unkeyed)('%s', (_, send) => {
  it('is never sent again; a read finds out whether the server is away', async () => {
    for (const isBack of [true, false]) {
      const { api, calls, connection } = setup([cut, isBack ? made : cut]);
      const error = caught(send(api));
      await seconds(20);
      expect(await error).toMatchObject({ code: 'network' });
      const [, ...probes] = calls;
      expect(new Set(probes.map(({ method, url }) => `${method} ${url}`))).toEqual(
        new Set(['GET /api/health']),
      );
      expect(connection.isLost()).toBe(!isBack);
    }
  });
});

it('a sign-in is not sent again: wrong passwords are counted', async () => {
  const { api, calls } = setup([cut]);
  const error = caught(api.send('POST', '/session', { UserName: 'ann' }, { intent: 'signs-in' }));
  await seconds(20);
  await error;
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('an autosave has a new key each time, as what is typed again is a later value', async () => {
  const { api, calls } = setup([cut]);
  const save = (number: number) =>
    caught(api.send('PUT', '/note', { Text: 'a' }, { sequence: { of: 'form', number } }));
  const both = [save(1)];
  await seconds(20);
  both.push(save(2));
  await seconds(20);
  await Promise.all(both);
  expect(new Set(calls.flatMap(({ key }) => key ?? [])).size).toBe(2);
});

describe("the application's own 503", () => {
  it('is an answer once the time is over', async () => {
    const { api, calls, connection } = setup([() => own({ 'retry-after': '2' })]);
    const error = caught(api.get('/card'));
    await seconds(9);
    expect(await error).toMatchObject({ status: 503, message: 'The vault is away.' });
    expect(calls.length).toBeGreaterThan(2);
    expect(connection.isLost()).toBe(true);
  });

  it('is an answer at once if it asks for a longer wait', async () => {
    const { api, calls, connection } = setup([() => own({ 'retry-after': '30' })]);
    expect(await caught(api.send('POST', '/card', {}, { intent: 'same-content' }))).toMatchObject({
      message: 'The vault is away.',
    });
    expect([calls.length, connection.isLost()]).toEqual([1, false]);
  });

  it('keeps the key for the next attempt of the person', async () => {
    const { api, calls } = setup([() => own({ 'retry-after': '30' })]);
    for (let time = 0; time < 2; time += 1)
      await caught(api.send('POST', '/card', {}, { intent: 'same-content' }));
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  });
});

it.each(['text/html', 'text/plain', 'application/json'])("a proxy's %s is no answer", async (type) => {
  const text = type.endsWith('json') ? '{"message":"no upstream"}' : 'No process answers.';
  const { api, connection } = setup([
    () => new Response(text, { status: 502, headers: { 'content-type': type } }),
  ]);
  const error = caught(api.send('PUT', '/note', { Text: 'a' }));
  await seconds(9);
  expect(await error).toMatchObject({ code: 'network', message: 'no connection' });
  expect(connection.isLost()).toBe(true);
});

it('a call that asks for it fails at once', async () => {
  const { api, calls } = setup([cut]);
  expect(await caught(api.get('/health', { repeats: false }))).toMatchObject({ code: 'network' });
  expect(calls).toHaveLength(1);
});

it('a call that fails late is sent again for as long', async () => {
  const late = () => new Promise<never>((_, reject) => setTimeout(() => reject(cut), 60_000));
  const { api, calls } = setup([late, made]);
  const answer = api.send('POST', '/import', {}, { intent: 'same-content' });
  await seconds(62);
  expect(await answer).toEqual({ Id: '1' });
  expect(calls).toHaveLength(2);
});
