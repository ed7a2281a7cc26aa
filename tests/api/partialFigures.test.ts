/**
 * Partial figures say so, and reports that a role may not open are neither listed nor changed: every report,
 * panel, declared query and list, for every role. The administrator's figures are complete; a role with other
 * figures must be told.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';

const roles = [
  ...['manager', 'pricing', 'viewer', 'configurator', 'profiles', 'reports'],
  ...['dealer-principal', 'finance-manager', 'area-manager'],
];
const note = /^Only the records that you have access to are included \((?<entities>.+)\)\.$/;

let app: Running;
let admin: Ask;
const people = new Map<string, Ask>();
let all: readonly DataRecord[];

beforeAll(async () => {
  app = await startApp({ store: 'sqlite' });
  admin = await app.as('admin');
  for (const role of roles) people.set(role, await app.as(role));
  all = (await admin('GET', '/report?pageSize=0')).body.Items;
  return () => app.store.close();
});

const idsOf = ({ body }: Answer): readonly string[] =>
  body.Items.map(({ Id }: DataRecord) => String(Id)).sort();

/** Runs the check for each role and each report it could name. */
async function eachReport(
  work: (role: string, ask: Ask, report: DataRecord) => Promise<void>,
): Promise<void> {
  for (const [role, ask] of people) for (const report of all) await work(role, ask, report);
}

describe('reports that a role may not open', () => {
  it('are not listed, and are refused with the missing right, in both languages', async () => {
    const wrong: string[] = [];
    let refused = 0;
    const titles = new Set([...app.models.current().features.values()].map(({ id }) => id));
    const listed = new Map<string, readonly string[]>();
    for (const [role, ask] of people) {
      listed.set(role, idsOf(await ask('GET', '/report?pageSize=0')));
      const definitions = idsOf(await ask('GET', '/report/list?pageSize=0'));
      expect([role, definitions]).toEqual([role, listed.get(role)]);
    }
    await eachReport(async (role, ask, { Id, ReportConfigurationName: name }) => {
      const [en, fr] = [
        await ask('GET', `/report/${Id}`, undefined, { 'accept-language': 'en-CA' }),
        await ask('GET', `/report/${Id}`, undefined, { 'accept-language': 'fr-CA' }),
      ];
      const isOpen = en.status === 200;
      if (isOpen !== listed.get(role)?.includes(String(Id)))
        wrong.push(`${role}: ${name} listed, ${en.status}`);
      if (isOpen) return;
      refused += 1;
      const named = /\((?<id>[\w.]+)\)/.exec(en.body.Message)?.groups?.id ?? '';
      if (
        en.status !== 403 ||
        !titles.has(named) ||
        !en.body.Message.startsWith('You do not have access to this report')
      )
        wrong.push(`${role}: ${name}: ${en.status} ${en.body.Message}`);
      if (
        !fr.body.Message.startsWith('Vous n’avez pas accès à ce rapport') ||
        !fr.body.Message.includes(named)
      )
        wrong.push(`${role}: ${name}: ${fr.body.Message}`);
    });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(10);
  });

  it('can be read, run, saved, shared, subscribed to and changed only by those who may open them', async () => {
    const wrong: string[] = [];
    await eachReport(async (role, ask, { Id }) => {
      if ((await ask('GET', `/report/${Id}`)).status === 200) return;
      const stored = (await admin('GET', `/report/definitions/${Id}`)).body;
      const tries: readonly (readonly [string, string, unknown])[] = [
        ['GET', `/report/definitions/${Id}`, undefined],
        ['POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, {}],
        ['POST', `/report/fileviewer?id=${Id}&format=PDF`, {}],
        ['POST', '/report/flavour', { Id, ReportConfigurationName: 'Mine' }],
        ['PUT', '/report/flavour', { Id, ReportConfigurationName: 'Mine' }],
        ['POST', `/report/favourite/${Id}`, {}],
        ['POST', '/report/share', { Id, ReportConfigurationUserRoles: [] }],
        ['POST', '/report/subscription', { ReportConfigurationId: Id, ReportFormatId: 1, Path: 'a@b.ca' }],
        ...(role === 'reports'
          ? ([
              ['PUT', '/report/definition', { ...stored, Description: 'changed' }],
              ['DELETE', `/report/${Id}`, undefined],
            ] as const)
          : []),
      ];
      for (const [method, path, body] of tries) {
        const { status, body: said } = await ask(method, path, body);
        if (status !== 403) wrong.push(`${role}: ${method} ${path}: ${status} ${said?.Message ?? ''}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  it('leave the list, and return to it, when their data change', async () => {
    const { store } = app;
    const ask = people.get('viewer') as Ask;
    const listed = async () => idsOf(await ask('GET', '/report?pageSize=0'));
    const before = await listed();
    const { items } = await store.find({ entity: 'report' });
    const open = items.find(({ Id }) => before.includes(String(Id)));
    const closed = items.find(({ Id }) => !before.includes(String(Id)));
    if (!open || !closed) throw new Error('The viewer opens all reports, or none.');
    const { DataSet, Parameters, DefinitionFileId } = open;
    const Revision = Number(open.Revision) + 1;
    await store.update('report', String(open.Id), { DataSet: closed.DataSet, Revision });
    const without = before.filter((id) => id !== open.Id);
    expect((await listed()).filter((id) => without.includes(id))).toEqual(without);
    expect(await listed()).not.toContain(open.Id);
    const back = { DataSet, Parameters, DefinitionFileId, Revision: Revision + 1 };
    await store.update('report', String(open.Id), back);
    expect(await listed()).toEqual(before);
  });

  it('close flavours and subscriptions to a person who has lost the right', async () => {
    const { store } = app;
    const [licences] = all.filter(
      ({ ReportConfigurationName }) => ReportConfigurationName === 'Licences about to expire',
    );
    const ask = people.get('viewer') as Ask;
    const own = await ask('POST', '/report/flavour', {
      Id: licences?.Id,
      ReportConfigurationName: 'My licences',
    });
    expect(own.status, own.body.Message).toBe(201);
    expect(idsOf(await ask('GET', '/report?pageSize=0'))).toContain(own.body.Id);
    const id = crypto.randomUUID();
    const moment = '2026-11-01T00:00:00.000Z';
    const stamps = {
      CreatedDate: moment,
      CreatedBy: 'viewer',
      ModifiedDate: moment,
      ModifiedBy: 'viewer',
      Revision: 1,
    };
    await store.insert('report-subscription', {
      ...{
        Id: id,
        ReportConfigurationId: own.body.Id,
        Owner: 'viewer',
        Path: 'a@b.ca',
        ReportFormatId: 1,
        ...stamps,
      },
    });
    expect(idsOf(await ask('GET', '/report/subscription?pageSize=0'))).toEqual([id]);
    const { items } = await store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === 'viewer');
    await store.update('user', String(person?.Id), { Roles: ['pricing'] });
    const less = await app.restart().as('viewer');
    expect(idsOf(await less('GET', '/report?pageSize=0'))).not.toContain(own.body.Id);
    expect(idsOf(await less('GET', '/report/subscription?pageSize=0'))).toEqual([]);
    const change = { Id: id, Path: 'c@d.ca', Revision: 1 };
    expect((await less('PUT', '/report/subscription', change)).body.Message).toContain(
      'You do not have access to this report',
    );
    await store.update('user', String(person?.Id), { Roles: ['viewer'] });
  });
});

describe('figures over records of which a role sees only some', () => {
  it('are marked in every report that opens: page, PDF and spreadsheet', async () => {
    const wrong: string[] = [];
    let told = 0;
    await eachReport(async (role, ask, { Id, ReportConfigurationName: name }) => {
      const view = (by: Ask) => by('POST', `/report/viewer?id=${Id}&format=HTML4.0&page=1`, {});
      const [own, whole] = [await view(ask), await view(admin)];
      if (own.status !== 200 || whole.status !== 200) return;
      const isLess = own.body.TotalItems < whole.body.TotalItems;
      const sentence = own.body.Warnings?.find((one: string) => note.test(one));
      if (isLess && !(own.body.IsPartial === true && sentence)) wrong.push(`${role}: ${name}`);
      if (!sentence) return;
      told += 1;
      for (const format of ['PDF', 'EXCEL']) {
        const file = await fileOf(role, `/report/fileviewer?id=${Id}&format=${format}`);
        if (!file.name.includes('(partial)') || !file.warnings.includes(sentence))
          wrong.push(`${role}: ${name} as ${format}: ${file.name} ${file.warnings}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(5);
  });

  it('are marked on every panel of every dashboard, unless it is closed with a reason', async () => {
    const wrong: string[] = [];
    let told = 0;
    const { body } = await admin('GET', '/report/dashboards?pageSize=0');
    for (const { Id, Panels } of body.Items)
      for (const panel of Panels) {
        const read = (ask: Ask) => ask('POST', '/report/panel', { DashboardId: Id, PanelId: panel.Id });
        const whole = (await read(admin)).body;
        for (const [role, ask] of people) {
          const own = (await read(ask)).body;
          if (own.Closed && !/\([\w.]+\)/.test(own.Reason ?? '')) wrong.push(`${role}: ${panel.Id} closed`);
          const isSame =
            JSON.stringify([own.Rows, own.TotalItems]) === JSON.stringify([whole.Rows, whole.TotalItems]);
          if (own.Closed || isSame) continue;
          told += 1;
          if (!own.Warnings?.length)
            wrong.push(`${role}: ${JSON.stringify(panel)}: ${JSON.stringify(own.Rows)}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(5);
  });

  it('are marked in every declared query, as page and as file', async () => {
    const wrong: string[] = [];
    let told = 0;
    for (const [role, ask] of people)
      for (const { Id } of (await ask('GET', '/report/queries')).body.Items) {
        const asked = { Query: Id, Totals: true };
        const [own, whole] = [
          await ask('POST', '/report/query', asked),
          await admin('POST', '/report/query', asked),
        ];
        const figures = ({ body: { Rows, Totals, TotalItems } }: Answer) =>
          JSON.stringify([Rows, Totals, TotalItems]);
        if (figures(own) === figures(whole)) continue;
        told += 1;
        const { warnings } = await fileOf(role, '/report/query?format=EXCEL', { Query: Id });
        if (!own.body.Warnings.length || warnings.join() !== own.body.Warnings.join())
          wrong.push(`${role}: ${Id}`);
      }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(2);
  });

  it('are marked in every list: paged, whole and as file', async () => {
    const { routes, entities } = app.models.current();
    const lists = routes.filter(
      ({ operation, method, path, entity }) =>
        operation === 'find' && method === 'GET' && !path.includes('{') && entities.get(entity)?.rowAccess,
    );
    expect(lists.length).toBeGreaterThan(3);
    const wrong: string[] = [];
    let told = 0;
    for (const { path } of lists)
      for (const [role, ask] of people) {
        const [own, whole] = [
          await ask('GET', `${path}?pageSize=1`),
          await admin('GET', `${path}?pageSize=1`),
        ];
        if (own.status !== 200 || whole.status !== 200) continue;
        const isLess = own.body.TotalItems < whole.body.TotalItems;
        const all = await ask('GET', `${path}?pageSize=0`);
        if (all.body.IsPartial !== own.body.IsPartial) wrong.push(`${role}: ${path} whole`);
        if (isLess && own.body.IsPartial !== true) wrong.push(`${role}: ${path}`);
        if (!isLess && own.body.IsPartial && role === 'viewer')
          wrong.push(`${role}: ${path} says so and is whole`);
        if (!own.body.IsPartial) continue;
        told += 1;
        const file = await fileOf(role, `${path}?$export=csv`);
        if (!file.name.includes('(partial)') || !file.warnings.some((one) => note.test(one)))
          wrong.push(`${role}: ${path} as a file: ${file.name}`);
      }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(3);
  });

  it('are marked in the groups of boards and timelines and the periods of calendars, of every list', async () => {
    const { routes, entities } = app.models.current();
    const wrong: string[] = [];
    const told = new Set<string>();
    const counted = ({ body }: Answer): number =>
      body.Groups?.reduce((sum: number, { Count }: DataRecord) => sum + Number(Count), 0) ?? body.TotalItems;
    for (const { path, entity, operation, method } of routes) {
      const fields = entities.get(entity)?.rowAccess ? (entities.get(entity)?.fields ?? []) : [];
      if (operation !== 'find' || method !== 'GET' || path.includes('{')) continue;
      const stored = fields.filter(({ stored, path: at }) => stored && !at.includes('.'));
      const one = (...kinds: readonly string[]) => stored.find(({ kind }) => kinds.includes(kind))?.name;
      const groups = [one('choice', 'lookup'), one('reference'), one('boolean'), one('text')];
      const from = { operator: 'ge', value: '1900-01-01' };
      const periods = [one('date'), one('datetime')].map(
        (name) => name && { all: [{ path: name, ...from }] },
      );
      const asked = [
        ...groups.flatMap((name) => (name ? [`$groups=${name}`] : [])),
        ...periods.flatMap((where) => (where ? [`$where=${encodeURIComponent(JSON.stringify(where))}`] : [])),
      ];
      for (const query of asked)
        for (const role of ['dealer-principal', 'area-manager', 'viewer']) {
          const ask = people.get(role) as Ask;
          const [own, whole] = [await ask('GET', `${path}?${query}`), await admin('GET', `${path}?${query}`)];
          if (own.status !== 200 || whole.status !== 200) continue;
          if (whole.body.IsPartial !== undefined) wrong.push(`admin: ${path}?${query}`);
          if (role === 'viewer' && own.body.IsPartial) wrong.push(`viewer: ${path}?${query}`);
          if (counted(own) >= counted(whole)) continue;
          told.add(query.slice(0, 7));
          if (own.body.IsPartial !== true) wrong.push(`${role}: ${path}?${query}`);
        }
    }
    expect(wrong).toEqual([]);
    expect([...told].sort()).toEqual(['$groups', '$where=']);
  });

  it('are marked in the history and in every list that an action answers', async () => {
    const { routes } = app.models.current();
    const actions = routes.filter(
      ({ operation, method, path }) => operation === 'action' && method === 'GET' && !path.includes('{'),
    );
    const wrong: string[] = [];
    let told = 0;
    for (const path of ['/history', ...actions.map((route) => route.path)]) {
      const whole = await admin('GET', `${path}?page=1&pageSize=1`);
      if (typeof whole.body?.TotalItems !== 'number') continue;
      if (whole.body.IsPartial !== undefined) wrong.push(`admin: ${path}`);
      for (const [role, ask] of people) {
        const own = await ask('GET', `${path}?page=1&pageSize=1`);
        if (own.status !== 200 || own.body.TotalItems >= whole.body.TotalItems) continue;
        // Rights to entities are no row access: what a role may not list at all is not counted.
        if (role !== 'dealer-principal' && role !== 'finance-manager' && role !== 'area-manager') continue;
        told += 1;
        if (own.body.IsPartial !== true) wrong.push(`${role}: ${path}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(told).toBeGreaterThan(1);
  });

  it('are not judged by a configurator who sees some of the records, and what is counted says so', async () => {
    const granted = await admin('PUT', '/configure/draft/role/dealer-principal', {
      add: ['Configuration.Edit'],
    });
    const { Revision } = granted.body;
    const published = await admin('POST', '/configure/publish', { Revision, Note: 'May configure' });
    expect(published.status, published.body.Message).toBe(201);
    const ask = await app.as('dealer-principal');
    const judged = async (name: string, change: object) => {
      const { status, body } = await ask('PUT', `/configure/draft/${name}`, change);
      expect(status, body.Message).toBe(200);
      return body as { Findings: { Code: string }[]; Effects: DataRecord[] };
    };
    const tight = await judged('adjust/field.dealer.TradingName', { maxLength: 2 });
    expect(tight.Findings.map(({ Code }) => Code)).toContain('not-yours-to-judge');
    expect(tight.Effects).toEqual([]);
    await ask('DELETE', '/configure/draft');
    const all = await admin('PUT', '/configure/draft/adjust/field.dealer.TradingName', { maxLength: 2 });
    expect(all.body.Effects.map(({ Verdict }: DataRecord) => Verdict)).toContain('Migratable');
    await admin('DELETE', '/configure/draft');
  });

  it('are complete in a list of what belongs to a visible record', async () => {
    const ask = people.get('dealer-principal') as Ask;
    const [dealer] = (await ask('GET', '/profile/dealer?pageSize=1')).body.Items;
    const { body } = await ask('GET', `/profile/dealer/${dealer.Id}/users`);
    expect([body.TotalItems > 0, body.IsPartial]).toEqual([true, undefined]);
  });
});

const tokens = new Map<string, string>();

async function fileOf(role: string, path: string, body: unknown = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(role)}` };
  const request = path.includes('$export')
    ? { headers }
    : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await app.fetch(new Request(`http://localhost/api${path}`, request));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const name = decodeURIComponent(response.headers.get('content-disposition') ?? '');
  const warnings = decodeURIComponent(response.headers.get('x-warnings') ?? '[]');
  return { bytes, name, warnings: JSON.parse(warnings) as readonly string[] };
}

async function tokenOf(UserName: string): Promise<string> {
  const known = tokens.get(UserName);
  if (known) return known;
  const response = await app.fetch(
    new Request('http://localhost/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ UserName, Password: 'demo' }),
    }),
  );
  const { Token } = (await response.json()) as { readonly Token: string };
  tokens.set(UserName, Token);
  return Token;
}
