/** Nobody writes, learns or grants by a workflow without code what they may not themselves. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running } from './support/startApp.ts';
import { startSmallApp } from './support/startSmallApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const write = 'Product.Markup.Edit';
const files = {
  'schemas/lookups/claim-state.json': {
    $id: 'claim-state',
    items: ['Open', 'Closed'].map((Name, index) => ({ Id: index + 1, Name, title: Name })),
  },
  'schemas/test/claim/entity.json': {
    ...{ $id: 'claim', title: 'Claim', type: 'object', required: ['Name'], 'x-history': true },
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      Secret: { type: 'number', title: 'Secret' },
      Paid: { type: 'number', title: 'Paid' },
      StateId: { 'x-lookup': 'claim-state', default: 1, title: 'State' },
    },
  },
  'schemas/test/claim/behaviour.json': {
    for: 'claim',
    workflow: {
      ...{ field: 'StateId', open: true },
      transitions: [
        { id: 'close', from: ['Open'], to: 'Closed', access: 'Product.General.Edit', label: 'ui.save' },
      ],
    },
    policy: {
      ...{ view: 'login', write: 'login' },
      fields: { Secret: { view: write, write }, Paid: { write } },
    },
  },
  'schemas/test/part/entity.json': {
    ...{ $id: 'part', title: 'Part', type: 'object', required: ['Name', 'ClaimId'], 'x-history': true },
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      ClaimId: { 'x-ref': 'claim', 'x-owner': true, title: 'Claim' },
      StateId: { 'x-lookup': 'claim-state', default: 1, title: 'State' },
    },
  },
  'schemas/test/part/behaviour.json': {
    for: 'part',
    workflow: {
      ...{ field: 'StateId', open: true },
      transitions: [{ id: 'close', from: ['Open'], to: 'Closed', access: 'login', label: 'ui.save' }],
    },
    policy: { view: 'login', write: 'login' },
  },
  'schemas/test/part/api.json': {
    for: 'part',
    routes: [
      { route: 'GET /part', operation: 'find', sort: ['Name'] },
      { route: 'POST /part', operation: 'create' },
      { route: 'PUT /part/{id}/close', operation: 'transition', transition: 'close' },
    ],
  },
  'schemas/test/claim/api.json': {
    for: 'claim',
    routes: [
      { route: 'GET /claim', operation: 'find', sort: ['Name'] },
      { route: 'GET /claim/{id}', operation: 'get' },
      { route: 'POST /claim', operation: 'create' },
      { route: 'PUT /claim/{id}/close', operation: 'transition', transition: 'close' },
    ],
  },
};
/** Changes that would close a claim without the step `close`. */
const named = { kind: 'workflow', name: 'claim', field: 'StateId' };
const step = { label: texts('Step'), from: ['Open'], to: 'Closed' };
const ways: [string, readonly object[]][] = [
  ['another step to its state', [{ ...named, transitions: [{ ...step, id: 'quick', access: 'login' }] }]],
  [
    'the same step from another state',
    [{ ...named, transitions: [{ ...step, id: 'again', from: ['Closed'] }] }],
  ],
  ['an editable state', [{ kind: 'rule', name: 'claim.opened', field: 'StateId', editable: 'true' }]],
];
const reopen = { id: 'reopen', label: texts('Reopen'), from: ['Closed'], to: 'Open' };
const workflow = (...transitions: readonly object[]) => ({ field: 'StateId', transitions });

describe.each(appStores)('an open workflow on %s', (store) => {
  let app: Pick<Running, 'store' | 'as'>;
  let configurator: Ask;
  beforeAll(async () => {
    app = await startSmallApp(files, { store });
    configurator = await app.as('configurator');
    return () => app.store.close();
  });
  const errorsOf = async (change: object, entity = 'claim') => {
    const { status, body } = await configurator('PUT', `/configure/draft/workflow/${entity}`, change);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.Findings as { Level: string; Code: string; Change?: { Kind: string } }[])
      .filter(({ Level, Change }) => Level === 'error' && Change?.Kind === 'workflow')
      .map(({ Code }) => Code);
  };

  it.each([
    ['sets a field', { set: { Paid: '1' } }, 'not-yours-to-step'],
    ['asks for a field', { asks: [{ field: 'Paid' }] }, 'not-yours-to-step'],
    ['depends on a hidden field', { guard: 'Secret > 5' }, 'not-yours-to-read'],
    ['copies a hidden field', { set: { Name: '$string(Secret)' } }, 'not-yours-to-read'],
  ])('no step that %s beyond the rights of its author', async (_, more, code) => {
    expect(await errorsOf(workflow({ ...reopen, ...more }))).toContain(code);
    expect((await configurator('POST', '/configure/publish', {})).status).toBe(422);
  });

  it.each([
    ['depends on a hidden field', { guard: '$owner.Secret > 5' }],
    ['copies a hidden field', { set: { Name: '$string($owner.Secret)' } }],
  ])('no step of a part that %s of its owner', async (_, more) => {
    expect(await errorsOf(workflow({ ...reopen, ...more }), 'part')).toContain('not-yours-to-read');
    await configurator('DELETE', '/configure/draft');
  });

  it('no other access to a shipped step for someone who may not take it', async () => {
    const wide = { ...reopen, id: 'close', from: ['Open'], to: 'Closed', access: 'login' };
    const person = (await configurator('GET', '/session')).body;
    const may = person.Features?.includes('Product.General.Edit');
    expect((await errorsOf(workflow(wide))).includes('not-yours-to-grant-step')).toBe(!may);
  });

  it.each(ways)('no way around a step that its author may not take: %s', async (_, changes) => {
    const { body } = await configurator('GET', '/configure/draft');
    const { status, body: put } = await configurator('PUT', '/configure/draft', {
      ...{ Revision: body.Revision, Put: changes },
    });
    expect(status, JSON.stringify(put)).toBe(200);
    expect(put.Findings.map(({ Code }: { Code: string }) => Code)).toContain('not-yours-to-pass-step');
    expect((await configurator('POST', '/configure/publish', {})).status).toBe(422);
    await configurator('DELETE', '/configure/draft');
  });

  it('is extended with a step that anyone could have made', async () => {
    expect(await errorsOf(workflow(reopen))).toEqual([]);
  });
});
