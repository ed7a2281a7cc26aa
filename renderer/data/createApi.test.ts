import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from './ApiError.ts';
import type { ApiPorts } from './apiCall.ts';
import { createApi } from './createApi.ts';
import type { Intent } from './intents.ts';
import type { Method } from './method.ts';

type Answer = { status: number; body?: unknown };

function setup(answers: readonly (Answer | Error)[], ports: Partial<ApiPorts> = {}) {
  const left = [...answers];
  const calls: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = [];
  const reached: boolean[] = [];
  const fetcher = async (url: unknown, init: unknown) => {
    calls.push({ url: String(url), init: init as never });
    const next = left.shift();
    if (!next || next instanceof Error) throw next ?? new Error('one call too many');
    return new Response(next.body === undefined ? null : JSON.stringify(next.body), { status: next.status });
  };
  const api = createApi({
    locale: () => 'fr-CA',
    networkMessage: () => 'no connection',
    carriedOutMessage: () => 'carried out',
    signInAgain: async () => false,
    confirm: async () => false,
    reached: (isReachable) => void reached.push(isReachable),
    // Repeating has tests of its own.
    patience: 0,
    fetch: fetcher as typeof fetch,
    ...ports,
  });
  return { api, calls, reached };
}

it('calls /api in the language of the person', async () => {
  const { api, calls } = setup([{ status: 200, body: { Items: [] } }]);
  expect(await api.get('/product?page=1')).toEqual({ Items: [] });
  expect(calls[0]?.url).toBe('/api/product?page=1');
  expect(calls[0]?.init.headers['Accept-Language']).toBe('fr-CA');
});

it('identifies each call of a sequence', async () => {
  const { api, calls } = setup([{ status: 200, body: {} }]);
  await api.send('PUT', '/product', { Name: 'Gold' }, { sequence: { of: 'window-1', number: 3 } });
  expect(calls[0]?.init.headers['X-Sequence']).toBe('window-1 3');
});

it('sends the revision that a change is based on', async () => {
  const { api, calls } = setup([{ status: 200, body: {} }]);
  await api.send('PUT', '/product', { Name: 'Gold' }, { revision: 7 });
  expect(calls[0]?.init.headers['If-Match']).toBe('"7"');
  expect(calls[0]?.init.body).toBe('{"Name":"Gold"}');
});

it('throws the error body of the contract', async () => {
  const body = {
    Message: 'Taken.',
    Code: 'validation',
    ValidationErrors: [{ Key: 'Name', Value: 'Taken.' }],
  };
  const { api } = setup([{ status: 422, body }]);
  const error = await api
    .send('POST', '/product', {}, { intent: 'same-content' })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, code: 'validation', message: 'Taken.' });
  expect((error as ApiError).validationErrors).toHaveLength(1);
});

it('treats an answer that reports failure as an error with its first sentence', async () => {
  const body = { Id: '1', ExecutionResult: { IsSuccess: false, Message: ['Not today.', 'Nor tomorrow.'] } };
  const { api } = setup([
    { status: 200, body },
    { status: 200, body },
  ]);
  const error = await api.send('PUT', '/profile/dealer', {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 200, message: 'Not today.', answer: body });
  expect(await api.get('/report/1')).toEqual(body);
});

it('repeats a call once after the same person signs in again', async () => {
  const signInAgain = vi.fn(async () => true);
  const unauthenticated = { status: 401, body: { Message: 'Sign in.', Code: 'unauthenticated' } };
  const { api, calls } = setup([unauthenticated, { status: 200, body: { Id: '1' } }], { signInAgain });
  expect(await api.send('PUT', '/plan', { Name: 'typed for an hour' })).toEqual({ Id: '1' });
  expect(calls.map(({ init }) => init.body)).toEqual(Array(2).fill('{"Name":"typed for an hour"}'));
  const again = setup([unauthenticated, unauthenticated], { signInAgain });
  await expect(again.api.get('/plan')).rejects.toMatchObject({ status: 401 });
});

it('never asks for a new sign-in during sign-in', async () => {
  const signInAgain = vi.fn(async () => true);
  const { api } = setup([{ status: 401, body: { Message: 'Wrong name or password.' } }], { signInAgain });
  await expect(api.send('POST', '/session', {}, { intent: 'same-content' })).rejects.toMatchObject({
    status: 401,
  });
  expect(signInAgain).not.toHaveBeenCalled();
});

it('asks for confirmations and repeats the call with every token', async () => {
  const ask = (token: string) => ({
    status: 428,
    body: { Code: 'confirmation-required', Confirmations: [{ Rule: 'r', Message: 'Sure?', Token: token }] },
  });
  const { api, calls } = setup([ask('one'), ask('two'), { status: 200, body: {} }], {
    confirm: async () => true,
  });
  await api.send('PUT', '/plan', {});
  expect(calls.map(({ init }) => init.headers['X-Confirm'])).toEqual([undefined, 'one', 'one, two']);
});

it('stops quietly when the person declines', async () => {
  const body = {
    Code: 'confirmation-required',
    Confirmations: [{ Rule: 'r', Message: 'Sure?', Token: 't' }],
  };
  const { api } = setup([{ status: 428, body }]);
  await expect(api.send('PUT', '/plan', {})).rejects.toMatchObject({ code: 'declined' });
});

it('distinguishes a lost connection from an answer', async () => {
  const { api, reached } = setup([
    new TypeError('failed to fetch'),
    { status: 503 },
    { status: 200, body: {} },
  ]);
  await expect(api.get('/plan')).rejects.toMatchObject({
    status: 0,
    code: 'network',
    message: 'no connection',
  });
  await expect(api.get('/plan')).rejects.toMatchObject({ code: 'network' });
  await api.get('/plan');
  expect(reached).toEqual([false, false, true]);
});

it('survives an answer that is not JSON', async () => {
  const fetcher = async () => new Response('<html>', { status: 500 });
  const { api } = setup([], { fetch: fetcher as typeof fetch });
  await expect(api.get('/plan')).rejects.toMatchObject({ status: 500, code: 'internal' });
});

it('reads why a download failed from the body of the answer (H-613)', async () => {
  const said = async (body: string, type: string, status = 500) => {
    const answer = new Response(new TextEncoder().encode(body), {
      status,
      headers: { 'content-type': type },
    });
    const { api } = setup([], { fetch: async () => answer });
    return api.download('/pricing/product/1/pricingpdf/2/3/Gold').catch(({ message }: ApiError) => message);
  };
  const sentence = 'The request is too large for this proxy.';
  expect(await said(`${sentence}\n`, 'text/plain; charset=utf-8', 413)).toBe(sentence);
  const told = '{"Message":"There are no prices yet."}';
  for (const type of ['application/json', 'application/octet-stream'])
    expect(await said(told, type)).toBe('There are no prices yet.');
  expect(await said('<h1>500</h1>', 'text/html')).toBe('HTTP 500');
});

describe('idempotency keys', () => {
  const lost = new TypeError('connection reset');
  const reused = { status: 422, body: { Message: 'Used.', Reason: 'idempotency-key-reused' } };
  const made = { status: 201, body: { Id: '1', Revision: 1 } };
  const keysOf = (calls: ReturnType<typeof setup>['calls']) =>
    calls.map(({ init }) => init.headers['Idempotency-Key']);
  const fails = (sent: Promise<unknown>) => sent.catch((error: unknown) => error);

  it('each write has its own key, a read has none', async () => {
    const { api, calls } = setup([made, made, made]);
    await api.send('POST', '/note', { Text: 'a' }, { intent: 'same-content' });
    await api.send('POST', '/note', { Text: 'a' }, { intent: 'same-content' });
    await api.get('/note');
    const [first, second, read] = keysOf(calls);
    expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
    expect(read).toBeUndefined();
  });

  it('a call repeated after a lost answer keeps its key until it is answered', async () => {
    const { api, calls } = setup([lost, lost, made, made]);
    const send = () => api.send('POST', '/note', { Text: 'a' }, { intent: 'same-content' });
    expect(await fails(send())).toMatchObject({ code: 'network' });
    expect(await fails(send())).toMatchObject({ code: 'network' });
    expect(await send()).toEqual(made.body);
    await send();
    const [first, second, third, later] = keysOf(calls);
    expect([second, third]).toEqual([first, first]);
    expect(later).not.toBe(first);
  });

  it('an upload repeated by the person keeps its key, another file does not', async () => {
    // After each loss a read finds out whether the server is away.
    const { api, calls } = setup([lost, made, made, lost, made, made, made]);
    const picked = (name: string) => new File(['one'], name, { lastModified: 1 });
    const send = (file: File) => {
      const form = new FormData();
      form.append('file', file);
      form.append('FileName', new Blob([JSON.stringify(file.name)], { type: 'application/json' }));
      return api.send('POST', '/activity/note/1/file', form, { intent: 'same-content' });
    };
    await fails(send(picked('a.pdf')));
    await send(picked('a.pdf'));
    await fails(send(picked('b.pdf')));
    await send(picked('c.pdf'));
    await send(picked('b.pdf'));
    const [first, again, lostB, other, againB] = keysOf(calls).filter((key) => key !== undefined);
    expect([again, againB]).toEqual([first, lostB]);
    expect(new Set([first, lostB, other]).size).toBe(3);
  });

  it('a refusal frees the key, and the next call has a new one', async () => {
    const { api, calls } = setup([lost, { status: 422, body: { Message: 'No.' } }, made, made]);
    const send = (text: string) => api.send('POST', '/note', { Text: text }, { intent: 'same-content' });
    await fails(send('a'));
    await fails(send('a'));
    await send('a');
    await send('b');
    const [first, second, third, other] = keysOf(calls);
    expect(second).toBe(first);
    expect(new Set([first, third, other]).size).toBe(3);
  });

  it('a call repeated after a confirmation or sign-in keeps its key', async () => {
    const asked = { status: 428, body: { Confirmations: [{ Rule: 'r', Message: 'Sure?', Token: 't' }] } };
    const { api, calls } = setup([{ status: 401, body: {} }, asked, made], {
      confirm: async () => true,
      signInAgain: async () => true,
    });
    await api.send('POST', '/note', { Text: 'a' }, { intent: 'same-content' });
    expect(new Set(keysOf(calls)).size).toBe(1);
  });

  it('changed after a lost answer: a call that never arrived is sent with the new values', async () => {
    const { api, calls } = setup([lost, made]);
    const intent: Intent = {};
    await fails(api.send('POST', '/note', { Text: 'a' }, { intent }));
    expect(await api.send('POST', '/note', { Text: 'b' }, { intent })).toEqual(made.body);
    expect(new Set(keysOf(calls)).size).toBe(1);
  });

  it('changed after a lost answer: a create that arrived reports its first answer', async () => {
    const { api, calls } = setup([lost, reused, made, made]);
    const intent: Intent = {};
    await fails(api.send('POST', '/note', { Text: 'a' }, { intent }));
    const error = await fails(api.send('POST', '/note', { Text: 'b' }, { intent }));
    expect(error).toMatchObject({ code: 'carried-out', first: made.body });
    expect(calls.map(({ init }) => init.body)).toEqual(
      ['a', 'b', 'a'].map((Text) => JSON.stringify({ Text })),
    );
    expect(new Set(keysOf(calls)).size).toBe(1);
    await api.send('POST', '/note', { Text: 'b' }, { intent });
    expect(new Set(keysOf(calls)).size).toBe(2);
  });

  it('sent elsewhere after a lost answer: the first call is asked for where it was sent', async () => {
    const { api, calls } = setup([lost, reused, made]);
    const intent: Intent = {};
    await fails(api.send('POST', '/type/1/note', { Text: 'a' }, { intent }));
    const error = await fails(api.send('POST', '/type/2/note', { Text: 'b' }, { intent }));
    expect(error).toMatchObject({ code: 'carried-out', message: 'carried out', first: made.body });
    expect(calls.map(({ url }) => url)).toEqual(['1', '2', '1'].map((id) => `/api/type/${id}/note`));
    expect(calls.at(-1)?.init.body).toBe('{"Text":"a"}');
  });

  it('a call that reads or signs in has none, also after a lost answer', async () => {
    const { api, calls } = setup([lost, made, lost, made, made]);
    for (const intent of ['reads', 'reads', 'signs-in'] as const)
      await fails(api.send('POST', '/note', { Text: 'a' }, { intent }));
    expect(keysOf(calls).filter((key) => key !== undefined)).toEqual([]);
  });

  it('a call that may create says by type which calls are the same intent', () => {
    const { api } = setup([]);
    const wrong = () => [
      // @ts-expect-error: two creates with other texts may be the same intent.
      api.send('POST', '/note', { Text: 'a' }),
      // @ts-expect-error
      api.send('POST', '/note', { Text: 'a' }, { askConfirm: false }),
      // @ts-expect-error: it may be a POST.
      api.send('POST' as Method, '/note', { Text: 'a' }),
    ];
    expect(wrong).toBeTypeOf('function');
  });

  it('changed after a lost answer: an update that arrived is followed by one based on it', async () => {
    const { api, calls } = setup([lost, reused, { status: 200, body: { Id: '1', Revision: 8 } }, made]);
    const intent: Intent = {};
    await fails(api.send('PUT', '/note', { Text: 'a' }, { intent, revision: 7 }));
    expect(await api.send('PUT', '/note', { Text: 'b' }, { intent, revision: 7 })).toEqual(made.body);
    expect(calls.map(({ init }) => init.headers['If-Match'])).toEqual(['"7"', '"7"', '"7"', '"8"']);
    expect(new Set(keysOf(calls)).size).toBe(2);
  });

  it('a call whose answer was not kept is answered with what it made, or as carried out', async () => {
    const gone = (more: object) => ({
      status: 409,
      body: { Message: 'Done.', Code: 'conflict', Reason: 'idempotency-answer-lost', ...more },
    });
    const intent: Intent = {};
    const { api, calls } = setup([lost, gone({ Location: '/api/note/1' }), made, lost, gone({})]);
    const send = () => api.send('POST', '/note', { Text: 'a' }, { intent });
    await fails(send());
    expect(await send()).toEqual(made.body);
    expect(calls.map(({ url }) => url)).toEqual(['/api/note', '/api/note', '/api/note/1']);
    await fails(send());
    expect(await fails(send())).toMatchObject({ code: 'carried-out', message: 'Done.' });
  });

  it('waits for the answer while the first call still runs', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const runs = { status: 409, body: { Message: 'Runs.', Reason: 'idempotency-key-running' } };
    const { api, calls } = setup([lost, runs, runs, made]);
    const send = () => api.send('POST', '/note', { Text: 'a' }, { intent: 'same-content' });
    await fails(send());
    const answer = send();
    await vi.advanceTimersByTimeAsync(1999);
    expect(calls).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual(made.body);
    expect([calls.length, new Set(keysOf(calls)).size]).toEqual([4, 1]);
  });
});
