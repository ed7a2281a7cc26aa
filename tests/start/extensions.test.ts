/** An application outside the repository, with its own code at every extension point. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';

const application = mkdtempSync(path.join(tmpdir(), 'formwright-shop-'));
// Below node_modules, so that the build finds its packages.
mkdirSync('node_modules/.cache/formwright', { recursive: true });
const built = mkdtempSync(path.resolve('node_modules/.cache/formwright/shop-'));
afterAll(() => {
  for (const folder of [application, built]) rmSync(folder, { recursive: true, force: true });
});

const greeting: Readonly<Record<string, string>> = {
  'extension.json': '{ "description": "Greets borrowers", "workers": { "shouter": "server/shouter.ts" } }',
  'engine/index.ts': `
    import { locales } from '#engine';
    export const greet = (name: string): string => \`Hello, \${name}, in \${locales.length} languages\`;
  `,
  'server/index.ts': `
    import { greet } from '#extensions/greeting/engine';
    import { answers, defineAction, defineExtension, flag, loadRecord, may, sent } from '#server/extension';

    export type Shout = (text: string) => Promise<string>;
    declare module '#server/extension' {
      interface ExtensionPorts { readonly shout: Shout }
    }

    const greetBorrower = defineAction({
      body: sent({ IsLoud: may(flag) }),
      answer: answers.all({ Greeting: answers.text }),
      run: async (call, { plan, id = '', input }) => {
        const { Name } = await loadRecord({ call, session: call.runtime.store }, plan, id);
        const Greeting = greet(String(Name));
        return { Greeting: input.IsLoud ? await call.runtime.ports.shout(Greeting) : Greeting };
      },
    });

    export default defineExtension({
      id: 'greeting',
      actions: { 'borrower.greet': greetBorrower },
      ports: () => ({ shout: async (text: string) => text }),
    });
  `,
  'server/shouter.ts': `
    import { parentPort } from 'node:worker_threads';
    parentPort?.on('message', (text: string) => parentPort?.postMessage(text.toUpperCase()));
  `,
  'server/node.ts': `
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    import { defineNodeExtension, StartError } from '#server/extension';

    export default defineNodeExtension({
      id: 'greeting',
      settings: ({ SHOUT_END: end = '!' }) => {
        if (end.length > 1) throw new StartError(\`SHOUT_END '\${end}' is too long. Use one character.\`);
        return { end };
      },
      ports: ({ settings, worker }) => ({
        shout: async (text: string) => {
          const thread = new Worker(worker('shouter'));
          thread.postMessage(text);
          const [loud] = await once(thread, 'message');
          await thread.terminate();
          return loud + settings.end;
        },
      }),
    });
  `,
};

beforeAll(() => {
  cpSync('examples/lending', application, { recursive: true });
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(application, file)), { recursive: true });
    writeFileSync(path.join(application, file), text);
  };
  for (const [file, text] of Object.entries(greeting)) write(`extensions/greeting/${file}`, text);
  write('application.json', JSON.stringify({ extensions: ['lending', 'greeting'] }));
  const api = JSON.parse(
    readFileSync(path.join(application, 'schemas/lending/borrower/api.json'), 'utf8'),
  ) as { routes: object[] };
  api.routes.push({
    route: 'POST /borrower/{id}/greeting',
    operation: 'action',
    action: 'borrower.greet',
    access: 'Lending.View',
  });
  write('schemas/lending/borrower/api.json', JSON.stringify(api));
  const run = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'],
    { env: { ...process.env, APP: application, FORMWRIGHT_SERVER_OUT: built }, encoding: 'utf8' },
  );
  expect(run.status, run.stderr).toBe(0);
});

const start = (env: Record<string, string> = {}) =>
  startServer({ script: path.join(built, 'main.js'), env: { APP: application, ...env } });

it('runs with its own actions, ports, settings and workers, and without those it does not name', async () => {
  const server = await start({ SHOUT_END: '?' });
  const ask = async (method: string, at: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.origin}/api${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const { body: login } = await ask('POST', '/session', { UserName: 'viewer', Password: 'demo' });
  const signedIn = { authorization: `Bearer ${login.Token}` };
  const at = '/borrower/01900a00-0000-7000-8000-000000000001/greeting';
  const quiet = await ask('POST', at, {}, signedIn);
  expect(quiet).toEqual({
    status: 200,
    body: { Greeting: expect.stringMatching(/^Hello, .+, in 2 languages$/) },
  });
  const loud = await ask('POST', at, { IsLoud: true }, signedIn);
  expect(loud.body.Greeting).toBe(`${String(quiet.body.Greeting).toUpperCase()}?`);
  expect((await ask('POST', at, { IsLoud: 'very' }, signedIn)).status).toBe(422);
  expect((await ask('POST', at, {})).status).toBe(401);
  await server.stop();
  const scripts = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.js$/.test(name),
  );
  expect(scripts).toContain('greeting-shouter.js');
  const texts = scripts.map((name) => readFileSync(path.join(built, name), 'utf8')).join('');
  expect(texts).toContain('loan.extend');
  expect(texts).not.toMatch(/rate-card\.generate|reports\.view|card\.tokenize|document\.stamp|plan-codes/);
});

it('an invalid setting of an extension stops the start before anything is opened', async () => {
  await expect(start({ SHOUT_END: '!!' })).rejects.toThrow(/SHOUT_END '!!' is too long/);
});
