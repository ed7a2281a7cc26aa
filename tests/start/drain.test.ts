/** Stopping a server: open calls finish, streams are told, nothing new begins, and the process ends. */
import { once } from 'node:events';
import http from 'node:http';
import { expect, it } from 'vitest';
import { startServer } from '../support/server.ts';

const password = 'a long password';

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'admin', Password: password }),
  });
  return ((await response.json()) as { Token: string }).Token;
}

/** A call whose body arrives only when `finish` is called. */
function slowCall(origin: string, token: string, body: string) {
  const call = http.request(`${origin}/api/preference/drained`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
      // The server asks for the body once it has begun the call.
      expect: '100-continue',
    },
  });
  const begun = once(call, 'continue');
  call.flushHeaders();
  const answered = once(call, 'response').then(([response]) => (response as http.IncomingMessage).statusCode);
  return { begun, answered, finish: () => call.end(body) };
}

it('finishes open calls, notifies streams, refuses the rest with 503, and exits', async () => {
  const server = await startServer({ seed: 'none', env: { ADMIN_PASSWORD: password } });
  const { origin } = server;
  const ended = once(server.process, 'exit');
  const token = await signIn(origin);
  expect((await fetch(`${origin}/api/ready`)).status).toBe(200);

  const stream = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  const heard = stream.text();
  const slow = slowCall(origin, token, JSON.stringify({ kept: true }));
  await slow.begun;
  server.process.kill('SIGTERM');

  let refused = new Response();
  const ready = async () => {
    refused = await fetch(`${origin}/api/ready`);
    return refused.status;
  };
  await expect.poll(ready).toBe(503);
  expect(await refused.json()).toMatchObject({ status: 'draining' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = await fetch(`${origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  expect([other.status, other.headers.has('retry-after')]).toEqual([503, true]);
  expect(await heard).toMatch(/event: serverStopping\ndata: \{\}\n\n$/);

  slow.finish();
  expect(await slow.answered).toBe(200);
  expect(await ended).toEqual([0, null]);
  await server.stop();
});

it('is not ready during the start', async () => {
  const { createGate } = await import('../../server/node/createGate.ts');
  const { contractModel } = await import('../contracts/store/contractModel.ts');
  const gate = createGate(contractModel(), new AbortController().signal);
  const answer = await gate.fetch(new Request('http://localhost/api/ready'));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toMatchObject({ status: 'starting' });
});
