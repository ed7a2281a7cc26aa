/**
 * The core stands without its application: examples/lending, in a folder outside the repository and with field kinds,
 * an action and a widget of its own, runs on a copy from which everything about insurance was deleted.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patience } from '../../scripts/patience.mjs';
import { openBrowser } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { copyApplication, copyCore, documented, ofExtensions } from './copyAlone.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-alone-'));
const core = path.join(folder, 'core');
const application = path.join(folder, 'tools');
const databaseFile = path.join(folder, 'tools.db');

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], {
    cwd: core,
    env: { ...process.env, APP: application },
    encoding: 'utf8',
  });

let server: RunningServer;
const start = async () => {
  server = await startServer({ cwd: core, databaseFile, env: { APP: application } });
};

beforeAll(() => {
  copyCore(core);
  copyApplication(application);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly body: Record<string, never> };
type Ask = (method: string, at: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

async function signIn(UserName: string): Promise<Ask> {
  let authorization = '';
  const ask: Ask = async (method, at, body, headers = {}) => {
    const answer = await fetch(`${server.origin}/api${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  };
  const { body } = await ask('POST', '/session', { UserName, Password: 'demo' });
  authorization = `Bearer ${body.Token}`;
  return ask;
}

const named = (path: string, operator: string, value: string) =>
  `/equipment?filterProperty=${path}&filterOperator=${operator}&filterValue=${encodeURIComponent(value)}`;
const namesIn = ({ body }: Answer) => (body.Items as never as { Name: string }[]).map(({ Name }) => Name);

describe('the core without its application', () => {
  it('is a copy without insurance, extensions and the packages of those', () => {
    const packages = [...ofExtensions()].map((name) => `node_modules/${name}`);
    const kept = ['schemas', 'screens', 'application.json', ...packages].filter((name) =>
      existsSync(path.join(core, name)),
    );
    expect(kept).toEqual([]);
    const files = readdirSync(path.join(core, 'extensions'));
    expect(files.filter((name) => !name.endsWith('.json'))).toEqual([]);
    expect(ofExtensions().size).toBeGreaterThan(1);
    expect(documented()).toHaveLength(5);
  });

  it('checks the declarations of the application and its own, and finds its generated types current', () => {
    const { stdout, status, stderr } = run('scripts/declarations.mjs');
    // Its public forms ask for unique values, which tells people outside which are taken.
    const said = stdout
      .split('\n')
      .filter((line) => line && !/publicForms|The form tells whether/.test(line));
    expect([status, said], stderr).toEqual([0, [expect.stringContaining(' 0 errors, 2 warnings')]]);
    expect(run('scripts/types.mjs').status).toBe(0);
    expect(run('scripts/types.mjs', '--check').status).toBe(0);
  });

  it('builds and starts', async () => {
    const built = run('scripts/build.mjs');
    expect(built.status, built.stderr).toBe(0);
    await start();
  });
});

describe('the application on it', () => {
  it('creates, lists, filters and refuses values of its own field kinds, in both languages', async () => {
    const admin = await signIn('admin');
    const saw = { Name: 'Jigsaw', Code: 'JS-1', Value: 120, Weight: 2150, Colour: '#FF8800' };
    const made = await admin('POST', '/equipment', saw);
    expect(made).toMatchObject({ status: 201, body: { Weight: 2150, Colour: '#ff8800' } });
    expect(namesIn(await admin('GET', named('Colour', 'eq', '#Ff8800')))).toEqual(['Jigsaw']);
    expect(namesIn(await admin('GET', named('Weight', 'lt', '2400')))).toEqual(['Jigsaw']);
    expect((await admin('GET', named('Weight', 'lt', 'heavy'))).status).toBe(400);
    const french = { 'accept-language': 'fr-CA' };
    const red = await admin('POST', '/equipment', { ...saw, Code: 'JS-2', Colour: 'red' }, french);
    expect(red).toMatchObject({ status: 422, body: { Message: expect.stringContaining('six chiffres') } });
    const heavy = await admin('POST', '/equipment', { ...saw, Code: 'JS-2', Weight: '2 kg' });
    expect(heavy).toMatchObject({ status: 422, body: { Message: expect.stringContaining('2.4 kg') } });
    const { components } = (await admin('GET', '/openapi.json')).body as never as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    expect(JSON.stringify(components.schemas)).toContain('^#[0-9A-Fa-f]{6}$');
    expect(JSON.stringify(components.schemas)).toContain('A number of grams.');
  });

  it('runs its own action', async () => {
    const clerk = await signIn('clerk');
    const loan = {
      ...{ Number: 'L-1', BorrowerId: '01900a00-0000-7000-8000-000000000001' },
      ...{ LentOn: '2026-11-20', DueOn: '2026-11-27' },
      Lines: [{ EquipmentId: '01900e00-0000-7000-8000-000000000001' }],
    };
    const { status, body } = await clerk('POST', '/loan', loan);
    expect(status).toBe(201);
    const extended = await clerk('PUT', `/loan/${body.Id}/extend`, { Days: 3 });
    expect(extended).toMatchObject({ status: 200, body: { DueOn: '2026-11-30' } });
    expect((await clerk('PUT', `/loan/${body.Id}/extend`, { Days: 91 })).status).toBe(422);
  });

  it('publishes a change, and has everything after a restart', async () => {
    const admin = await signIn('admin');
    const title = { 'en-CA': 'Maker', 'fr-CA': 'Fabricant' };
    const field = await admin('PUT', '/configure/draft/field/equipment.Maker', { type: 'text', title });
    expect(field.status, JSON.stringify(field.body)).toBe(200);
    const published = await admin('POST', '/configure/publish', { Note: 'Who made it' });
    expect(published.status, JSON.stringify(published.body)).toBe(201);
    const [jigsaw] = (await admin('GET', named('Code', 'eq', 'JS-1'))).body.Items as never as {
      Id: string;
    }[];
    const saved = await admin('PUT', '/equipment', { Id: jigsaw?.Id, Maker: 'Ada', Colour: '#00ff00' });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await server.stop();
    await start();
    const again = await signIn('admin');
    expect((await again('GET', `/equipment/${jigsaw?.Id}`)).body).toMatchObject({
      ...{ Maker: 'Ada', Colour: '#00ff00', Weight: 2150, Release: 1 },
    });
    const history = await again('GET', `/history/equipment/${jigsaw?.Id}`);
    expect(JSON.stringify(history.body)).toContain('#00ff00');
  });
});

describe('the application in a browser', () => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    const profile = await browser.newContext({ baseURL: server.origin, locale: 'en-CA' });
    profile.setDefaultTimeout(patience(10));
    profile.on('weberror', (failure) => problems.push(failure.error().message));
    page = await profile.newPage();
    await page.request.post('/api/session', { data: { UserName: 'admin', Password: 'demo' } });
  });
  afterAll(() => browser?.close());

  it('edits its field kinds as people write them, and draws them in the list', async () => {
    const field = (name: string) => page.getByRole('textbox', { name });
    await page.goto('/equipment-list/new');
    await field('Name').fill('Sander');
    await field('Code').fill('SN-1');
    await field('Value').fill('75');
    await field('Weight').fill('1.3');
    await field('Weight').blur();
    await page.getByText('Enter the weight with its unit').first().waitFor();
    await field('Weight').fill('1.3 kg');
    await field('Colour').fill('AABBCC');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'SN-1' });
    await row.getByText('1.3 kg').waitFor();
    expect(await row.getByText('#aabbcc').innerHTML()).toContain('background');
  });

  it('draws its widget', async () => {
    const admin = await signIn('admin');
    const [loan] = (await admin('GET', '/loan')).body.Items as never as { Id: string }[];
    await page.goto(`/loans/${loan?.Id}`);
    await page.getByText(/days? (left|overdue)/).waitFor();
    expect(problems).toEqual([]);
  });
});
