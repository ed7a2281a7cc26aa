import { afterAll, expect, it } from 'vitest';
import { ask, newSchema, stopPostgres } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';

afterAll(stopPostgres);

it('starts on an empty PostgreSQL database, fills it, and finds it filled at the next start', async () => {
  const env = { DATABASE_URL: await newSchema(), ADMIN_PASSWORD: 'correct horse battery' };
  const signIn = (origin: string) =>
    fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ UserName: 'admin', Password: env.ADMIN_PASSWORD }),
    });
  for (const isFirst of [true, false]) {
    const server = await startServer({ seed: 'none', env });
    expect(server.output().includes('sample and reference data')).toBe(isFirst);
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
    expect((await signIn(server.origin)).status).toBe(200);
    await server.stop();
  }
});

it('keeps uploaded files in the database, where the next process finds them', async () => {
  const env = { DATABASE_URL: await newSchema(), ADMIN_PASSWORD: 'correct horse battery' };
  const content = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  const signIn = async (origin: string) => {
    const body = JSON.stringify({ UserName: 'admin', Password: env.ADMIN_PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/session`, { method: 'POST', headers, body });
    return { authorization: `Bearer ${(await answer.json()).Token}` };
  };
  const first = await startServer({ seed: 'none', env });
  const uploaded = await fetch(`${first.origin}/api/File`, {
    method: 'POST',
    body: content,
    headers: {
      ...(await signIn(first.origin)),
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="a.pdf"',
    },
  });
  expect(uploaded.status).toBe(201);
  const { Id } = await uploaded.json();
  await first.stop();
  expect(await ask(env.DATABASE_URL, 'select id from _formwright_file where is_whole')).toEqual([{ id: Id }]);
  const second = await startServer({ seed: 'none', env });
  const headers = await signIn(second.origin);
  const { Url } = await (await fetch(`${second.origin}/api/File/token/${Id}`, { headers })).json();
  expect(await (await fetch(second.origin + Url, { headers })).text()).toBe(content);
  await second.stop();
});

it('says why a database cannot be opened, without its password', async () => {
  const env = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:9/none' };
  const failure = await startServer({ env }).then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(failure).toContain("The database 'postgres://someone@127.0.0.1:9/none' cannot be opened");
  expect(failure).not.toContain('secret');
});
