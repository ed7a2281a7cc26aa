import { afterAll, expect, it } from 'vitest';
import { newSchema, stopPostgres } from '../support/postgres.ts';
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

it('says why a database cannot be opened, without its password', async () => {
  const env = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:9/none' };
  const failure = await startServer({ env }).then(
    () => 'started',
    (error: Error) => error.message,
  );
  expect(failure).toContain("The database 'postgres://someone@127.0.0.1:9/none' cannot be opened");
  expect(failure).not.toContain('secret');
});
