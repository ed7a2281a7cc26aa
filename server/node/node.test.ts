import { EventEmitter } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addKinds, fieldTraits } from '#engine';
import { compileExtensions } from '../extensions/compileExtensions.ts';
import { describeMigration } from './describeMigration.ts';
import { listen } from './listen.ts';
import { loadModel } from './loadModel.ts';
import { openStore } from './openStore.ts';
import { outliveErrors } from './outliveErrors.ts';
import { readDeclarations } from './readDeclarations.ts';
import { readSettings } from './readSettings.ts';
import { createScryptHasher } from './scryptHasher.ts';
import { staticFiles } from './staticFiles.ts';

/** Replaces the field kind and the actions of the example application. */
const weight = { ...fieldTraits.amount, name: 'weight', schema: { type: 'integer' } } as const;
addKinds([{ id: 'lending', fields: [weight] }]);
const extend = { body: 'none', run: async () => ({}) } as const;
const extensions = compileExtensions([{ id: 'lending', actions: { 'loan.extend': extend } }]);

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

describe('settings', () => {
  it('have defaults', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: 'localhost',
      application: '.',
      database: 'file:data/formwright.db',
      files: { kind: 'folder', folder: 'data/formwright.files' },
      seed: 'demo',
      isLarge: false,
      shares: [],
      workLimitMs: 2000,
      queryLimitMs: 60_000,
      processLeaseMs: 15_000,
      trustProxy: 0,
      publicUrl: 'http://localhost:3000',
      drainMs: 0,
      ...{ webhookHosts: [], signIn: { providers: [] } },
      postgres: { limits: { pool: 12, idle: 60_000, lock: 5000 } },
    });
  });

  it('letters are from the host that people know, unless someone else is named', () => {
    const [PUBLIC_URL, SMTP_URL] = ['https://office.example/', 'smtps://mail.example'];
    expect(readSettings({ PUBLIC_URL, SMTP_URL })).toMatchObject({
      publicUrl: 'https://office.example',
      smtp: { url: SMTP_URL, from: 'no-reply@office.example' },
    });
    const MAIL_FROM = 'Office <office@example.com>';
    expect(readSettings({ SMTP_URL, MAIL_FROM }).smtp?.from).toBe(MAIL_FROM);
  });

  it('a value that cannot be is refused by name', () => {
    for (const port of ['x', '-1', '70000', '80.5'])
      expect(() => readSettings({ PORT: port })).toThrow(/PORT/);
    expect(() => readSettings({ PUBLIC_URL: 'formwright.example' })).toThrow(/PUBLIC_URL/);
    const secret = 'http://name:hunter2@mail.example';
    expect(() => readSettings({ SMTP_URL: secret })).toThrow(/SMTP_URL is not understood(?!.*hunter2)/);
    for (const name of ['WORK_LIMIT_MS', 'QUERY_LIMIT_MS', 'PROCESS_LEASE_MS'])
      for (const limit of ['99', '-5', '1e4', 'for ever'])
        expect(() => readSettings({ [name]: limit })).toThrow(new RegExp(`${name} '${limit}'`));
    expect(readSettings({ QUERY_LIMIT_MS: '5000' }).queryLimitMs).toBe(5000);
    const short = 'hunter2'.repeat(4);
    expect(() => readSettings({ SECRET: short })).toThrow(/SECRET is too short(?!.*hunter2)/);
    expect(readSettings({ SECRET: `${short}long` }).secret).toBe(`${short}long`);
    expect(() => readSettings({ SEED: 'some' })).toThrow(/SEED 'some'/);
    expect(() => readSettings({ TRUST_PROXY: 'all' })).toThrow(/TRUST_PROXY 'all'/);
    expect(readSettings({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readSettings({ TRUST_PROXY: '10.0.0.1, ::1' }).trustProxy).toEqual(['10.0.0.1', '::1']);
    expect(readSettings({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readSettings({ SEED: 'none' })).not.toHaveProperty('host');
    expect(readSettings({ SEED: 'large' })).toMatchObject({ seed: 'demo', isLarge: true, host: 'localhost' });
    expect(readSettings({ PORT: '0', SEED: 'none', ADMIN_PASSWORD: 'x' })).toMatchObject({
      port: 0,
      seed: 'none',
      password: 'x',
    });
  });
});

describe('what a start did to the database', () => {
  const step = (kind: 'create-table' | 'create-index' | 'add-column', says: string) =>
    ({ kind, entity: 'x', says }) as const;

  it('is one line for a new database, and names the changes of one that was there', () => {
    expect(describeMigration([])).toEqual([]);
    const fresh = [step('create-table', 'a'), step('create-table', 'b'), step('create-index', 'c')];
    expect(describeMigration(fresh)).toEqual(['database: 2 tables, 1 indexes']);
    const fields = Array.from({ length: 14 }, (_, at) => step('add-column', `x gets ${at}.`));
    const lines = describeMigration(fields);
    expect(lines).toHaveLength(14);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual([
      'database: 14 changes of fields',
      '  x gets 0.',
      '  and 2 more',
    ]);
  });
});

describe('the database address', () => {
  it('makes the folders on the way', async () => {
    const store = await openStore(`file:${folder}/a/b/c.db`);
    if (process.platform !== 'win32') expect(statSync(`${folder}/a/b/c.db`).mode & 0o077).toBe(0);
    await store.close();
  });

  it('what cannot be opened is said in one sentence', async () => {
    await expect(openStore('postgres://localhost/x')).rejects.toThrow(/PostgreSQL/);
    await expect(openStore('mysql://localhost/x')).rejects.toThrow(/Use file:<path>/);
    await expect(openStore(`file:${folder}`)).rejects.toThrow(/cannot be opened/);
    write('plain', 'text');
    await expect(openStore(`file:${folder}/plain/x.db`)).rejects.toThrow(/cannot be opened/);
  });
});

const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
const hasIPv6 = interfaces.some(({ address }) => address === '::1');
const otherAddresses = interfaces
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);

describe('the port', () => {
  it('that is taken is said in one sentence', async () => {
    const answer = () => new Response('ok');
    const first = await listen(answer, { port: 0 });
    await expect(listen(answer, { port: first.port })).rejects.toThrow(
      `Port ${first.port} is in use by another program.`,
    );
    await first.stop();
  });

  it('answers a call that is none as JSON, in the language it asks for', async () => {
    const server = await listen(() => new Response('ok'), { port: 0, host: '127.0.0.1' });
    const long = await fetch(`http://127.0.0.1:${server.port}/?ids=${'a'.repeat(20_000)}`, {
      headers: { 'accept-language': 'fr-CA' },
    });
    expect(long.status).toBe(431);
    expect(long.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await long.json()).toMatchObject({
      Code: 'too-large',
      Message: expect.stringMatching(/POST \/api\/query/),
      ErrorMessages: [expect.any(String)],
    });
    await server.stop();
  });

  it('of this computer alone answers under both addresses of its name', async () => {
    const server = await listen(() => new Response('ok'), { port: 0, host: 'localhost' });
    const hosts = ['localhost', '127.0.0.1', ...(hasIPv6 ? ['[::1]'] : [])];
    for (const host of hosts) expect(await (await fetch(`http://${host}:${server.port}`)).text()).toBe('ok');
    for (const address of otherAddresses)
      await expect(fetch(`http://${address}:${server.port}`)).rejects.toThrow();
    await server.stop();
  });

  it('under localhost is refused when another program has either of its addresses', async () => {
    const taken = await listen(() => new Response('theirs'), {
      port: 0,
      host: hasIPv6 ? '::1' : '127.0.0.1',
    });
    const options = { port: taken.port, host: 'localhost' };
    await expect(listen(() => new Response('ok'), options)).rejects.toThrow(/is in use by another program/);
    await taken.stop();
  });

  it('an address that is none of this computer is said in one sentence', async () => {
    await expect(listen(() => new Response('ok'), { port: 0, host: '192.0.2.1' })).rejects.toThrow(
      /HOST 192.0.2.1/,
    );
  });

  it('idle connections are kept longer than proxies keep theirs, ten minutes at most', async () => {
    const server = await listen(() => new Response('ok'), { port: 0 });
    const answer = await fetch(`http://localhost:${server.port}`);
    const seconds = Number(/timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1]);
    expect(seconds).toBeGreaterThan(600);
    await server.stop();
  });

  it('stopping lets an open call finish', async () => {
    let finish = (): void => {};
    let arrived = (): void => {};
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const slow = () =>
      new Promise<Response>((resolve) => {
        finish = () => resolve(new Response('done'));
        arrived();
      });
    const server = await listen(slow, { port: 0 });
    const answer = fetch(`http://localhost:${server.port}`).then((response) => response.text());
    await asked;
    const stopped = server.stop();
    finish();
    expect(await answer).toBe('done');
    await stopped;
    await expect(fetch(`http://localhost:${server.port}`)).rejects.toThrow();
  });
});

describe('declarations', () => {
  it('a file that is no JSON is a finding with its name, and nothing starts', async () => {
    write('schemas/catalogue/x/entity.json', '{ "a": ');
    write('screens/x.txt', 'not read');
    const { set, findings } = await readDeclarations(folder);
    expect(set.files).toEqual([]);
    expect(findings).toEqual([
      expect.objectContaining({ severity: 'error', file: 'schemas/catalogue/x/entity.json' }),
    ]);
    const printed: string[] = [];
    await expect(loadModel({ root: folder, extensions }, (line) => printed.push(line))).rejects.toThrow(
      /error\(s\)/,
    );
    expect(printed.join('\n')).toContain('schemas/catalogue/x/entity.json');
  });

  it('what a build has reviewed is not reviewed again; what has changed since is', async () => {
    const root = path.join(folder, 'lending');
    const copy = (of: string) => cpSync(of, path.join(root, of), { recursive: true });
    ['base', 'examples/lending'].forEach(copy);
    write('lending/examples/lending/application.json', '{ "extensions": ["lending"] }');
    write('lending/dist/.built', 'a build');
    const start = async () => {
      const printed: string[] = [];
      const of = { root, application: 'examples/lending', extensions };
      const started = loadModel(of, (line) => printed.push(line)).then(() => 'started');
      return started.catch(() => printed.join(' '));
    };
    const seal = () => readFileSync(path.join(root, 'dist/.reviewed'), 'utf8');
    expect(await start()).toBe('started');
    const [first, screen] = [seal(), 'lending/examples/lending/screens/lending/loans.json'];
    const text = readFileSync(path.join(folder, screen), 'utf8');
    write(
      screen,
      text.replace('"blocks"', '"breadcrumb": [{ "text": "ui.ok", "to": "/nowhere" }], "blocks"'),
    );
    expect(await start()).toContain('/nowhere leads to no screen');
    expect(seal()).toBe(first);
    write(screen, text);
    write('lending/dist/.built', 'another build');
    expect(await start()).toBe('started');
    expect(seal()).not.toBe(first);
  });
});

describe('passwords', () => {
  const scryptHasher = createScryptHasher({ N: 1024, r: 8, p: 1 });

  it('cost what is recommended today; a hash of before is told, and still read', async () => {
    const [today, before] = [createScryptHasher(), createScryptHasher({ N: 2 ** 15, r: 8, p: 1 })];
    const [hash, old] = [await today.hash('correct horse'), await before.hash('correct horse')];
    expect(hash).toMatch(/^scrypt\$131072\$8\$1\$/);
    expect([today.isOutdated(hash), today.isOutdated(old)]).toEqual([false, true]);
    expect(await today.verify('correct horse', old)).toBe(true);
  });

  it('are checked few at a time, and all of them', async () => {
    const hash = await scryptHasher.hash('correct horse');
    const tries = Array.from({ length: 9 }, (_, at) =>
      scryptHasher.verify(at % 2 ? 'wrong' : 'correct horse', hash),
    );
    expect((await Promise.all(tries)).filter((isRight) => isRight)).toHaveLength(5);
  });

  it('are kept as scrypt with a salt of their own', async () => {
    const [first, second] = [
      await scryptHasher.hash('correct horse'),
      await scryptHasher.hash('correct horse'),
    ];
    expect(first).toMatch(/^scrypt\$1024\$8\$1\$/);
    expect(first).not.toBe(second);
    expect(await scryptHasher.verify('correct horse', first)).toBe(true);
    expect(await scryptHasher.verify('wrong horse', first)).toBe(false);
    expect(await scryptHasher.verify('correct horse', 'plain')).toBe(false);
  });

  it('typed with composed or combining accents are the same', async () => {
    expect(await scryptHasher.verify('e\u0301te\u0301', await scryptHasher.hash('été'))).toBe(true);
  });
});

describe('the client’s files', () => {
  write('client/index.html', '<!doctype html>');
  write('client/assets/main-abc123.js', 'x'.repeat(5000));
  write('secret.txt', 'secret');
  const serve = staticFiles(path.join(folder, 'client'));
  const get = (address: string, headers = {}) =>
    serve(new Request(`http://localhost${address}`, { headers }));

  it('one that cannot be read fails its own call and nothing else, and may be asked for again', async () => {
    write('client/huge.bin', '');
    // More than Node reads at once; sparse, so it takes no space.
    truncateSync(path.join(folder, 'client/huge.bin'), 2 ** 31 + 1);
    await expect(get('/huge.bin')).rejects.toThrow();
    truncateSync(path.join(folder, 'client/huge.bin'), 3);
    expect((await get('/huge.bin')).status).toBe(200);
  });

  it('hashed ones are kept for ever, the page never', async () => {
    const script = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-encoding')).toBe('br');
    const wishes = { 'br;q=0, gzip': 'gzip', 'br;q=0, gzip;q=0': null, 'gzip;q=0.5, br;q=0.1': 'gzip' };
    for (const [wish, coding] of Object.entries(wishes)) {
      const { headers } = await get('/assets/main-abc123.js', { 'accept-encoding': wish });
      expect(headers.get('content-encoding'), wish).toBe(coding);
      expect(headers.get('etag') === script.headers.get('etag')).toBe(false);
    }
    const page = await get('/');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  it('a part of one, the rest of one that broke off, and 416 behind its end', async () => {
    const address = '/assets/main-abc123.js';
    const whole = await get(address);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const parts: Record<string, [number, string | null, number]> = {
      'bytes=0-9': [206, 'bytes 0-9/5000', 10],
      'bytes=4990-': [206, 'bytes 4990-4999/5000', 10],
      'bytes=-5': [206, 'bytes 4995-4999/5000', 5],
      'bytes=4999-9999': [206, 'bytes 4999-4999/5000', 1],
      'bytes=5-2': [200, null, 5000],
      'bytes=0-1,4-5': [200, null, 5000],
      'lines=0-1': [200, null, 5000],
    };
    for (const [range, [status, said, length]] of Object.entries(parts)) {
      const part = await get(address, { range, 'accept-encoding': 'br' });
      expect([part.status, part.headers.get('content-range')], range).toEqual([status, said]);
      expect((await part.text()).length, range).toBe(length);
      expect(part.headers.get('content-length'), range).toBe(String(length));
    }
    await expect(get(address, { range: 'bytes=5000-' })).rejects.toMatchObject({
      status: 416,
      details: { headers: { 'content-range': 'bytes */5000' } },
    });
    const held = { range: 'bytes=0-9', 'if-range': whole.headers.get('etag') };
    expect((await get(address, held)).status).toBe(206);
    expect((await get(address, { ...held, 'if-range': '"other"' })).status).toBe(200);
  });

  it('an address of the app answers the page, a file that is not there 404', async () => {
    expect(await (await get('/products/12')).text()).toBe('<!doctype html>');
    for (const accept of ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8']) {
      await expect(get('/assets/gone.js', { accept })).rejects.toMatchObject({ status: 404 });
      expect((await get('/products/12', { accept })).status).toBe(200);
    }
    await expect(get('/gone.js', { accept: '*/*' })).rejects.toMatchObject({ status: 404 });
  });

  it('nothing outside the folder is served', async () => {
    for (const address of [
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%00',
      '/%',
    ])
      expect(
        await get(address).then(
          (response) => response.text(),
          (refusal) => refusal.key,
        ),
        address,
      ).not.toContain('secret');
  });
});

it('what fails where nobody listens is logged, and ends nothing', () => {
  const [source, logged] = [new EventEmitter(), [] as object[]];
  const silent = () => undefined;
  outliveErrors(source, { info: silent, warn: silent, error: (facts) => logged.push(facts) });
  const [error, reason] = [new Error('lost'), 'no reason'];
  source.emit('uncaughtException', error);
  source.emit('unhandledRejection', reason);
  expect(logged).toEqual([{ err: error }, { err: reason }]);
});
