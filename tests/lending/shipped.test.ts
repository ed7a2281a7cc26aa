/**
 * The extensions reports and print serve any application: a copy without insurance has them and examples/lending,
 * which declares nothing about reports, dashboards or prints.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { patience } from '../../scripts/patience.mjs';
import { openBrowser } from '../support/browser.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { copyCore } from './copyAlone.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-shipped-'));
const core = path.join(folder, 'core');
const application = path.join(folder, 'tools');

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], {
    cwd: core,
    env: { ...process.env, APP: application },
    encoding: 'utf8',
  });

let server: RunningServer;
beforeAll(() => {
  copyCore(core, ['reports', 'print']);
  cpSync('examples/lending', application, { recursive: true });
  const extensions = ['lending', 'reports', 'print'];
  writeFileSync(path.join(application, 'application.json'), JSON.stringify({ extensions }));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly text: string; readonly type: string | null };
type Ask = (method: string, at: string, body?: object) => Promise<Answer>;

async function signIn(UserName: string, language = 'en-CA'): Promise<Ask> {
  let authorization = '';
  const ask: Ask = async (method, at, body) => {
    const answer = await fetch(`${server.origin}/api${at}`, {
      method,
      headers: { 'content-type': 'application/json', 'accept-language': language, authorization },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
  };
  const { text } = await ask('POST', '/session', { UserName, Password: 'demo' });
  authorization = `Bearer ${JSON.parse(text).Token}`;
  return ask;
}

const report = {
  ...{ Name: 'Tools', DataSet: 'equipment', IsStandalone: false },
  Parameters: [{ ParameterName: 'Name', Path: 'Name', Operator: 'contains', IsOptional: true }],
  ReportColumns: ['Name', 'Code', 'Value'].map((ReportColumnName) => ({
    ...{ ReportColumnName, IsDefault: true },
    ...(ReportColumnName === 'Value' && { Total: 'sum' }),
  })),
};

it('compiles without insurance and without a declaration of the application about reports', () => {
  expect(
    ['schemas', 'screens', 'extensions/insurance'].filter((name) => existsSync(path.join(core, name))),
  ).toEqual([]);
  const { stdout, stderr } = run('scripts/declarations.mjs');
  expect(stdout, stderr).toContain(' 0 errors, 2 warnings');
  const built = run('scripts/build.mjs');
  expect(built.status, built.stderr).toBe(0);
});

it('starts, and creates a report over an entity of the application, which is a page and a PDF', async () => {
  server = await startServer({ cwd: core, env: { APP: application } });
  const admin = await signIn('admin');
  const made = await admin('POST', '/report/definition', report);
  expect(made.status, made.text).toBe(201);
  const { Id } = JSON.parse(made.text);
  const view = async (ask: Ask) => {
    const { status, text } = await ask('POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, {
      Filters: {},
    });
    expect(status, text).toBe(200);
    return text;
  };
  for (const found of ['Hammer drill', 'DR-1', '2,180.00']) expect(await view(admin)).toContain(found);
  expect(await view(await signIn('viewer', 'fr-CA'))).toMatch(/2\s180,00/);
  const pdf = await admin('POST', `/report/fileviewer?id=${Id}&format=PDF`, { Filters: {} });
  expect([pdf.status, pdf.type, pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
});

it('shows panels over its entities on a dashboard', async () => {
  const [admin, viewer] = [await signIn('admin'), await signIn('viewer')];
  const Panels = [
    { Kind: 'number', Entity: 'equipment', Aggregate: 'sum', Value: 'Value' },
    { Kind: 'bar', Entity: 'equipment', Column: 'Name' },
  ];
  const made = await admin('POST', '/report/dashboards', { Name: 'Workshop', HomeOf: ['viewer'], Panels });
  expect(made.status, made.text).toBe(201);
  const home = JSON.parse((await viewer('GET', '/report/dashboards/home')).text);
  expect(home.Name).toBe('Workshop');
  const [sum, bars] = await Promise.all(
    home.Panels.map(async ({ Id: PanelId }: { Id: string }) => {
      const { status, text } = await viewer('POST', '/report/panel', { DashboardId: home.Id, PanelId });
      expect(status, text).toBe(200);
      return JSON.parse(text);
    }),
  );
  expect(sum.Rows).toEqual([[2180]]);
  expect(bars.Rows).toHaveLength(4);
});

it('refuses those without the rights that the extension declares', async () => {
  const clerk = await signIn('clerk');
  for (const [at, body] of [
    ['/report/definition', { ...report, Name: 'Another' }],
    ['/report/dashboards', { Name: 'Another' }],
    ['/report/panel', { Panel: { Kind: 'number', Entity: 'equipment' } }],
  ] as const) {
    const { status, text } = await clerk('POST', at, body);
    expect([at, status], text).toEqual([at, 403]);
  }
  const twin = await (await signIn('admin', 'fr-CA'))('POST', '/report/dashboards', { Name: 'Workshop' });
  expect([twin.status, twin.text]).toEqual([422, expect.stringContaining('Il y a déjà un tableau de bord')]);
  expect((await clerk('GET', '/report/dashboards')).status).toBe(200);
});

it('prints its records', async () => {
  const viewer = await signIn('viewer');
  const pdf = await viewer('GET', '/print/equipment/01900e00-0000-7000-8000-000000000001');
  expect([pdf.status, pdf.type, pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
});

it('has the screens of reports in its menu', async () => {
  const browser = await openBrowser();
  try {
    const profile = await browser.newContext({ baseURL: server.origin, locale: 'en-CA' });
    profile.setDefaultTimeout(patience(10));
    const page = await profile.newPage();
    await page.request.post('/api/session', { data: { UserName: 'admin', Password: 'demo' } });
    await page.goto('/report');
    await page.getByRole('link', { name: 'Dashboards' }).first().waitFor();
    await page.getByRole('row').filter({ hasText: 'Tools' }).first().waitFor();
    await page.goto('/report/dashboard/search');
    await page.getByText('Workshop').first().waitFor();
  } finally {
    await browser.close();
  }
});
