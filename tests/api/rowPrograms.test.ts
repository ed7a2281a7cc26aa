/**
 * Row access at the doors of programs: an assistant (MCP), a directory (SCIM) and an API key of a person of one
 * dealer, with every other right, learn nothing of the planted records and change none of them.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel } from '#engine';
import { entraUser, patchOp, scimOf } from './support/scim.ts';
import { type Ask, asker, type Running } from './support/startApp.ts';
import { isMarked, insider as name, startInsider } from './support/startInsider.ts';

let app: Running;
let limited: readonly EntityModel[];
let planted: ReadonlyMap<string, string>;
let admin: Ask;
let insider: Ask;
let key: string;

beforeAll(async () => {
  const started = await startInsider();
  ({ app, limited, planted } = started);
  const as = (who: string) => asker(app.fetch, { authorization: `Bearer ${started.tokens.get(who)}` });
  admin = as('admin');
  insider = as(name);
  for (const Name of ['mcp', 'scim'])
    expect((await admin('PUT', '/programaccess', { Name, IsOn: true })).status).toBe(200);
  const never = new Set(['AllDealers.View', 'Configuration.Edit', 'User.Manage']);
  const Features = [...app.models.current().features.keys()].filter((one) => !never.has(one));
  const account = await insider('POST', '/serviceaccount', {
    ...{ Name: 'Own program', Features, CallsPerMinute: 60_000 },
  });
  expect(account.status, JSON.stringify(account.body)).toBe(201);
  key = (await insider('POST', `/serviceaccount/${account.body.Id}/key`)).body.Key;
  return () => app.store.close();
});

const isTold = (told: unknown): boolean => isMarked(JSON.stringify(told) ?? '');

async function assistant(authorization: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const fetch = async (url: string | URL, init?: RequestInit) => app.fetch(new Request(url, init));
  const of = { fetch, requestInit: { headers: { authorization } } };
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), of));
  return client;
}

describe('row access of programs', () => {
  it('an assistant finds, reads and drafts nothing of another dealer', async () => {
    const client = await assistant(`Bearer ${key}`);
    const tools = new Set<string>();
    for (let cursor: string | undefined; ; ) {
      const page = await client.listTools(cursor ? { cursor } : {});
      for (const tool of page.tools) tools.add(tool.name);
      cursor = page.nextCursor;
      if (!cursor) break;
    }
    const use = async (tool: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name: tool, arguments: args });
      return { content, isError: isError === true };
    };
    const found: string[] = [];
    let [read, listed] = [0, 0];
    for (const { id, labelField } of limited) {
      const Id = planted.get(id);
      const of = (verb: string) => `${verb}_${id.replaceAll('-', '_')}`;
      const asked: readonly (readonly [string, Record<string, unknown>])[] = [
        [of('find'), {}],
        [of('find'), { filters: [{ field: 'Id', operator: 'eq', value: Id }] }],
        [of('read'), { id: Id }],
        ['draft_change', { entity: id, id: Id, values: { [labelField]: 'Taken' } }],
        ['describe_entity', { entity: id }],
      ];
      for (const [tool, args] of asked) {
        if (!tools.has(tool)) continue;
        const told = await use(tool, args);
        if (isTold(told.content)) found.push(`${tool} ${JSON.stringify(args)}`);
        if (tool === of('read')) {
          read += 1;
          if (!told.isError) found.push(`${tool}: read`);
        } else if (tool === of('find') && !told.isError) listed += 1;
        else if (tool === 'draft_change' && !told.isError) found.push(`${tool} ${id}`);
      }
    }
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(2);
    expect(listed).toBeGreaterThan(8);
  });

  it('a directory neither sees nor changes accounts of people of other dealers', async () => {
    const { items } = await app.store.find({ entity: 'user' });
    const scim = scimOf(app, key);
    const seen = (await scim('GET', '/Users?count=200')).body.Resources as readonly DataRecord[];
    const own = (await insider('GET', '/user?pageSize=500')).body.Items as readonly DataRecord[];
    expect(seen.map(({ id }) => id).sort()).toEqual(own.map(({ Id }) => Id).sort());
    const hidden = items.filter(({ Id }) => !seen.some(({ id }) => id === Id));
    expect(hidden.length).toBeGreaterThan(3);
    const found: string[] = [];
    for (const { Id, UserName } of hidden) {
      const filter = encodeURIComponent(`userName eq "${UserName}"`);
      const list = await scim('GET', `/Users?filter=${filter}`);
      if (list.body.totalResults !== 0) found.push(`find ${UserName}`);
      const Operations = [{ op: 'Replace', path: 'active', value: false }];
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', entraUser(String(UserName))],
        ['PATCH', { schemas: [patchOp], Operations }],
        ['DELETE', undefined],
      ] as const) {
        const { status } = await scim(method, `/Users/${Id}`, body);
        if (status !== 404) found.push(`${method} ${UserName}: ${status}`);
      }
    }
    expect(found).toEqual([]);
    const after = (await app.store.find({ entity: 'user' })).items;
    expect(after.map(({ Id, Revision }) => [Id, Revision])).toEqual(
      items.map(({ Id, Revision }) => [Id, Revision]),
    );
  });

  it('a key reads no record of another dealer by any list or read', async () => {
    const ask = asker(app.fetch, { authorization: `Bearer ${key}` });
    const found: string[] = [];
    let read = 0;
    const ids = new Set(limited.map(({ id }) => id));
    for (const { entity, method, path, operation } of app.models.current().routes) {
      const isRead = method === 'GET' && (operation === 'find' || operation === 'get');
      if (!entity || !ids.has(entity) || !isRead) continue;
      const address = path.replace(/\{\w+\}/g, planted.get(entity) ?? '');
      const { status, body } = await ask('GET', address);
      read += 1;
      if (isTold(body) || status >= 500) found.push(`${address}: ${status}`);
    }
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(30);
  });
});
