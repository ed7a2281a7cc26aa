/** A workflow declared in JSON: only its transitions change the state, with what they ask for. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running } from './support/startApp.ts';
import { startSmallApp } from './support/startSmallApp.ts';

const states = ['Draft', 'Submitted', 'Approved', 'Refused', 'Paid'];
const edit = 'Product.General.Edit';
const view = 'login';
const route = (method: string, operation: string, more: object = {}) => ({
  ...{ route: `${method} /expense${'id' in more ? '/{id}' : ''}`, operation },
  ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'id')),
});
const files = {
  'schemas/lookups/expense-state.json': {
    $id: 'expense-state',
    items: states.map((Name, index) => ({ Id: index + 1, Name, title: Name })),
  },
  'schemas/test/expense/entity.json': {
    ...{ $id: 'expense', title: 'Expense', type: 'object', required: ['Name'], 'x-history': true },
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      Amount: { type: 'number', 'x-money': { scale: 2 }, minimum: 0, title: 'Amount' },
      Reference: { type: 'string', maxLength: 10, title: 'Payment reference' },
      Decision: { type: 'string', maxLength: 40, title: 'Decision' },
      Lines: { type: 'array', 'x-records': 'expense-line', maxItems: 5, default: [], title: 'Lines' },
      // Not marked as read-only: the workflow alone closes it.
      StateId: { 'x-lookup': 'expense-state', default: 1, title: 'State' },
    },
  },
  'schemas/test/expense/behaviour.json': {
    for: 'expense',
    rules: [
      {
        id: 'expense.closed',
        field: ['Name', 'Amount', 'Reference'],
        editable: 'StateId = 1',
        message: 'forbidden.field',
      },
    ],
    workflow: {
      field: 'StateId',
      final: ['Refused', 'Paid'],
      transitions: [
        { id: 'submit', from: ['Draft'], to: 'Submitted', access: edit, label: 'ui.save' },
        {
          ...{ id: 'approve', from: ['Submitted'], to: 'Approved', access: edit, label: 'ui.save' },
          ...{ guard: 'Amount <= 5000', asks: [{ field: 'Decision' }], note: 'optional' },
        },
        {
          id: 'refuse',
          from: ['Submitted'],
          to: 'Refused',
          access: edit,
          label: 'ui.save',
          note: 'required',
        },
        {
          ...{ id: 'pay', from: ['Approved'], to: 'Paid', access: edit, label: 'ui.save' },
          asks: [{ field: 'Reference', required: true }],
        },
        {
          ...{ id: 'book', from: ['Draft'], to: 'Paid', access: edit, label: 'ui.save' },
          approval: { by: [{ role: 'admin' }], own: true },
        },
      ],
    },
    policy: { view, write: edit, fields: { Decision: { write: 'User.Manage' } } },
  },
  'schemas/test/expense/api.json': {
    for: 'expense',
    routes: [
      route('GET', 'find', { sort: ['Name'] }),
      route('GET', 'get', { id: 1 }),
      route('POST', 'create'),
      route('PUT', 'update', { id: 1 }),
      { route: 'POST /expense/{id}/copy', operation: 'copy', access: edit, copy: { set: {} } },
      { route: 'GET /expense/{id}/history', operation: 'history' },
      { route: 'PUT /expense/{id}/submit', operation: 'transition', transition: 'submit' },
      { route: 'PUT /expense/{id}/pay', operation: 'transition', transition: 'pay' },
      {
        ...{ route: 'PUT /expense/{id}/state', operation: 'transition' },
        ...{ transitionFrom: 'body.Name', except: ['submit', 'pay', 'book'] },
      },
      { route: 'PUT /expense/{id}/book', operation: 'transition', transition: 'book' },
    ],
  },
  'schemas/test/expense-line/entity.json': {
    ...{ $id: 'expense-line', title: 'Expense line', type: 'object', required: ['Title'] },
    properties: {
      ExpenseId: { 'x-ref': 'expense', 'x-owner': true, title: 'Expense' },
      Title: { type: 'string', maxLength: 40, title: 'Title' },
    },
  },
  'schemas/test/expense-line/behaviour.json': { for: 'expense-line', policy: { view, write: edit } },
  'schemas/test/expense-line/api.json': {
    for: 'expense-line',
    routes: [
      { route: 'POST /expense/{ExpenseId}/line', operation: 'create' },
      { route: 'PUT /expense/{ExpenseId}/line/{id}', operation: 'update' },
      { route: 'DELETE /expense/{ExpenseId}/line/{id}', operation: 'remove' },
    ],
  },
};

describe.each(appStores)('a workflow on %s', (store) => {
  let app: Pick<Running, 'store' | 'as'>;
  let ask: Ask;
  beforeAll(async () => {
    app = await startSmallApp(files, { store });
    ask = await app.as('admin');
    return () => app.store.close();
  });
  const made = async (more: object = {}) => {
    const { body, status } = await ask('POST', '/expense', { Name: 'Hotel', Amount: 120, ...more });
    expect([status, body]).toEqual([201, expect.anything()]);
    return String(body.Id);
  };
  const stateOf = async (id: string) => (await ask('GET', `/expense/${id}`)).body.StateId;
  const step = (id: string, name: string, body?: object) => ask('PUT', `/expense/${id}/${name}`, body);
  const target = (id: string, Name: string, more: object = {}) => step(id, 'state', { Name, ...more });
  const submitted = async (more: object = {}) => {
    const id = await made(more);
    expect((await step(id, 'submit')).status).toBe(200);
    return id;
  };

  it('is left by its transitions alone: no create, update, bulk change or copy sets the state', async () => {
    const refused = await ask('POST', '/expense', { Name: 'Paid at once', StateId: 5 });
    const id = await made();
    expect([refused.status, await stateOf(id)]).not.toContain(5);
    const list = (await ask('GET', '/expense?pageSize=100')).body.Items;
    expect(list.filter((one: { StateId: number }) => one.StateId !== 1)).toEqual([]);
    await ask('PUT', `/expense/${id}`, { Name: 'Hotel', StateId: 3 });
    expect(await stateOf(id)).toBe(1);
    const bulk = await ask('POST', '/bulk/apply', {
      ...{ Route: 'PUT /expense/{id}', Field: 'StateId', Value: 3, Rows: [{ Id: id }] },
    });
    expect([bulk.status >= 400, await stateOf(id)]).toEqual([true, 1]);
    const other = await submitted();
    const copy = await ask('POST', `/expense/${other}/copy`, {});
    expect(copy.status).toBeLessThan(300);
    const all = (await ask('GET', '/expense?pageSize=100')).body.Items;
    expect(all.filter((one: { StateId: number }) => one.StateId === 2)).toHaveLength(1);
  });

  it('starts an approval over once when rows are written, with the record or by their own calls', async () => {
    const id = await made({ Lines: [{ Title: 'Bed' }, { Title: 'Bath' }] });
    const asked = await step(id, 'book');
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    const seen = async () => (await ask('GET', `/expense/${id}`)).body;
    const restarts = async () =>
      (await app.store.find({ entity: 'history' })).items.filter(
        ({ RecordId, Field }) => RecordId === id && Field === '$approval.restarted',
      ).length;
    const [first, second] = (await seen()).Lines;
    const writes: readonly (readonly [string, string, object?])[] = [
      ['POST', `/expense/${id}/line`, { Title: 'Bar' }],
      ['PUT', `/expense/${id}/line/${first.Id}`, { Title: 'King-size bed' }],
      ['DELETE', `/expense/${id}/line/${second.Id}`],
      ['PUT', `/expense/${id}`, { Lines: [{ Title: 'New' }, { Title: 'Newer' }, { Title: 'Newest' }] }],
    ];
    for (const [index, [method, at, body]] of writes.entries()) {
      const { Revision } = await seen();
      const { status, body: said } = await ask(method, at, body);
      expect(status, `${method} ${at}: ${JSON.stringify(said)}`).toBeLessThan(300);
      expect([index, await restarts()]).toEqual([index, index + 1]);
      const stale = { RecordRevision: Revision };
      const decided = await ask('POST', `/approval/${asked.body.Approval}/approve`, stale);
      expect([index, decided.status]).toEqual([index, 409]);
    }
    const { Revision } = await seen();
    const fresh = { RecordRevision: Revision };
    expect((await ask('POST', `/approval/${asked.body.Approval}/approve`, fresh)).body.Outcome).toBe(
      'carried-out',
    );
    expect(await stateOf(id)).toBe(5);
  });

  it('refuses a step from another state and one whose guard does not hold', async () => {
    const id = await made({ Amount: 6000 });
    expect((await target(id, 'Approved')).status).toBe(409);
    await step(id, 'submit');
    expect((await target(id, 'Approved')).status).toBe(409);
    expect(await stateOf(id)).toBe(2);
    const small = await submitted();
    expect((await target(small, 'Approved')).status).toBe(200);
  });

  it('opens the fields that a step asks for, requires some and refuses all others', async () => {
    const id = await submitted();
    await target(id, 'Approved');
    const missing = await step(id, 'pay');
    expect([missing.status, missing.body.ValidationErrors]).toEqual([
      422,
      [expect.objectContaining({ Key: 'Reference', Rule: 'validation.required' })],
    ]);
    const tooLong = await step(id, 'pay', { Reference: 'x'.repeat(11) });
    expect([tooLong.status, tooLong.body.ValidationErrors[0].Key]).toEqual([422, 'Reference']);
    expect((await step(id, 'pay', { Reference: 'C-1', Amount: 1 })).status).toBe(422);
    expect((await step(id, 'pay', { Reference: 7 })).status).toBe(422);
    expect((await step(id, 'pay', { Reference: 'C-1', Elsewhere: 1 })).status).toBe(400);
    expect(await stateOf(id)).toBe(3);
    // Locked outside the draft, but the step opens it.
    expect((await ask('PUT', `/expense/${id}`, { Name: 'Hotel', Reference: 'C-1' })).status).not.toBe(200);
    expect((await step(id, 'pay', { Reference: 'C-1' })).status).toBe(200);
    expect((await ask('GET', `/expense/${id}`)).body).toMatchObject({
      StateId: 5,
      Reference: 'C-1',
      Amount: 120,
    });
    expect((await step(id, 'pay', { Reference: 'C-2' })).status).toBe(409);
  });

  it('keeps the note of a step in the history, and requires it where declared', async () => {
    const id = await submitted();
    const missing = await target(id, 'Refused');
    expect([missing.status, missing.body.ValidationErrors[0].Key]).toEqual([422, '$note']);
    expect((await target(id, 'Refused', { $note: '   ' })).status).toBe(422);
    expect((await target(id, 'Refused', { $note: 'x'.repeat(2001) })).status).toBe(422);
    expect((await target(id, 'Refused', { $note: 7 })).status).toBe(422);
    expect(await stateOf(id)).toBe(2);
    expect((await target(id, 'Refused', { $note: 'No receipt' })).status).toBe(200);
    const { Items } = (await ask('GET', `/expense/${id}/history?pageSize=50&page=1`)).body;
    expect(Items.find(({ Field }: { Field: string }) => Field === '$note')).toMatchObject({
      ...{ CurrentValue: 'No receipt', Operation: 'transition:refuse', DisplayName: 'Note on the step' },
    });
    // A step without a note takes none.
    const plain = await made();
    expect((await step(plain, 'submit', { $note: 'Unasked' })).status).toBeGreaterThanOrEqual(400);
  });

  it('asks for the right to write a field at the step too', async () => {
    const manager = await app.as('manager');
    const viewer = await app.as('viewer');
    const id = await submitted();
    expect((await viewer('PUT', `/expense/${id}/state`, { Name: 'Approved' })).status).toBe(403);
    const refused = await manager('PUT', `/expense/${id}/state`, { Name: 'Approved', Decision: 'Fine' });
    expect([refused.status, refused.body.ValidationErrors]).toEqual([
      422,
      [expect.objectContaining({ Key: 'Decision', Rule: 'forbidden.field' })],
    ]);
    expect(await stateOf(id)).toBe(2);
    expect((await manager('PUT', `/expense/${id}/state`, { Name: 'Approved' })).status).toBe(200);
  });

  it('does not let a step empty a field that it requires', async () => {
    const id = await made({ Reference: 'C-0' });
    expect((await step(id, 'submit')).status).toBe(200);
    await target(id, 'Approved');
    for (const Reference of ['', null])
      expect((await step(id, 'pay', { Reference })).status, String(Reference)).toBe(422);
    expect((await step(id, 'pay', {})).status).toBe(200);
  });

  it('is described by OpenAPI', async () => {
    const { body } = await ask('GET', '/openapi.json');
    const schema = JSON.stringify(
      body.paths['/expense/{id}/state']?.put ?? body.paths['/api/expense/{id}/state']?.put,
    );
    expect(schema).toContain('$note');
    expect(schema).toContain('Decision');
  });
});
