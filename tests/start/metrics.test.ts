/** `/metrics`, and traces in the log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSchema, stopPostgres } from '../support/postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const token = 'a-token-of-at-least-16';
const password = 'a long password';
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
let server: RunningServer;
beforeAll(async () => {
  const env = { DATABASE_URL: await newSchema(), METRICS_TOKEN: token, ADMIN_PASSWORD: password };
  server = await startServer({ seed: 'none', env });
});
afterAll(async () => {
  await server?.stop();
  await stopPostgres();
});

const read = (authorization?: string) =>
  fetch(`${server.origin}/metrics`, { headers: authorization ? { authorization } : {} });

/** Values by name and labels, as Prometheus reads them. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const response = await read(`Bearer ${token}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

describe('metrics', () => {
  it('require the token', async () => {
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
      const refused = await read(authorization);
      expect([refused.status, await refused.text()]).toEqual([401, '']);
    }
    const other = await fetch(`${server.origin}/metrics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(other.status).toBe(405);
  });

  it('count calls by route and status, never by values in a URL', async () => {
    const id = '0190a3b4-0000-7000-8000-000000000001';
    const signIn = (Password: string) =>
      fetch(`${server.origin}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ UserName: 'admin', Password }),
      });
    const { Token } = (await (await signIn(password)).json()) as { Token: string };
    await signIn('wrong');
    const headers = { authorization: `Bearer ${Token}` };
    expect((await fetch(`${server.origin}/api/product/${id}`, { headers })).status).toBe(404);
    await fetch(`${server.origin}/api/nowhere/${id}`, { headers });
    const found = await metrics();
    const calls = (method: string, route: string, status: number) =>
      found.get(`formwright_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(calls('POST', '/session', 200)).toBe(1);
    expect(calls('POST', '/session', 401)).toBe(1);
    expect(calls('GET', '/product/{productId}', 404) ?? calls('GET', '/product/{id}', 404)).toBe(1);
    expect(calls('GET', 'none', 404)).toBe(1);
    expect([...found.keys()].filter((name) => name.includes(id))).toEqual([]);
    const sum = [...found.keys()].find((name) =>
      name.startsWith('formwright_http_request_duration_seconds_sum{method="POST",route="/session"'),
    );
    expect(sum).toBeDefined();
  });

  it('report connections, jobs, e-mails, model, event loop and memory', async () => {
    const found = await metrics();
    expect(found.get('formwright_database_connections{pool="read",state="most"}')).toBe(10);
    expect(found.get('formwright_database_connections{pool="write",state="most"}')).toBe(2);
    expect(found.get('formwright_jobs{status="running"}')).toBe(0);
    expect(found.get('formwright_letters_waiting')).toBe(0);
    expect(found.get('formwright_release')).toBe(0);
    expect(found.get('formwright_model_entities')).toBeGreaterThan(10);
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  it('are off without a token', async () => {
    const other = await startServer({ seed: 'none', env: { ADMIN_PASSWORD: password } });
    const answer = await fetch(`${other.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(404);
    await other.stop();
  });
});

it('the log contains the trace of the caller, and a new one for each other call', async () => {
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
  await fetch(`${server.origin}/api/session`, { headers: { traceparent } });
  await fetch(`${server.origin}/api/health`);
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const answered = (path: string) => lines().filter((line) => line.path === path && line.msg === 'answered');
  await expect.poll(() => answered('/health').length).toBeGreaterThan(0);
  expect(answered('/session').at(-1)).toMatchObject({ trace_id: trace, span_id: expect.any(String) });
  const own = answered('/health').map((line) => line.trace_id);
  expect(own.every((one) => /^[0-9a-f]{32}$/.test(String(one)) && one !== trace)).toBe(true);
});
