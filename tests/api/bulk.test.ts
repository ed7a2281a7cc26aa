/**
 * Changing one field of many records of a list: a preview first, then all or each, by the rules of a single
 * write.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClients, filter } from './support/createClients.ts';
import { holdTransactions } from './support/holdRows.ts';
import type { Answer, Ask, Running } from './support/startApp.ts';

let app: Running;
let admin: Ask;
let manager: Ask;
let viewer: Ask;

beforeAll(async () => {
  ({ app, admin, manager, viewer } = await createClients('sqlite'));
  return () => app.store.close();
});

type Product = {
  readonly Id: string;
  readonly Revision: number;
  readonly Name: string;
  readonly Description: string;
};

const productsIn = async (state: string, count: number): Promise<readonly Product[]> =>
  (await admin('GET', `/product?pageSize=${count}&sortFields=Code&${filter('ProductStateType.Name', state)}`))
    .body.Items;
const idsOf = (products: readonly Product[]) => products.map(({ Id }) => Id);
const again = async ({ Id }: Product): Promise<Product> => (await admin('GET', `/product/${Id}`)).body;
const asked = (more: object = {}) => ({
  List: 'products#products',
  Field: 'Description',
  Value: 'Covers all of it.',
  ...more,
});
const rowsOf = (products: readonly Product[]) => products.map(({ Id, Revision }) => ({ Id, Revision }));

async function ended(ask: Ask, { status, body }: Answer): Promise<Answer['body']> {
  expect(status, JSON.stringify(body)).toBe(202);
  for (;;) {
    const job = (await ask('GET', `/job/${body.JobId}`)).body;
    if (job.Status !== 'running' && job.Status !== 'cancelling') return job;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('many rows at once', () => {
  it('a preview shows the outcome for each row with its own message, and changes nothing', async () => {
    const [open, active] = [await productsIn('InDesign', 2), await productsIn('Active', 1)];
    const known = { ...(open[0] as Product) };
    const Ids = idsOf([...open, ...active]);
    const { status, body } = await manager('POST', '/bulk/preview', asked({ Ids }));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.Items.map(({ Outcome }: { Outcome: string }) => Outcome)).toEqual([
      'change',
      'change',
      'refused',
    ]);
    expect(body.Items[0]).toEqual({
      Id: known.Id,
      Name: known.Name,
      Revision: known.Revision,
      Outcome: 'change',
      Messages: [],
    });
    // The same sentence that saving its form would show, in the person's language.
    const refused = body.Items[2];
    const { Id, Revision } = active[0] as Product;
    const own = await manager('PUT', '/product', { Id, Revision, Description: 'Covers all of it.' });
    expect([own.status, refused.Messages]).toEqual([422, own.body.ErrorMessages.slice(0, 3)]);
    const french = await manager('POST', '/bulk/preview', asked({ Ids: [Id] }), {
      'accept-language': 'fr-CA',
    });
    expect(french.body.Items[0].Messages[0]).not.toBe(refused.Messages[0]);
    const same = await manager('POST', '/bulk/preview', asked({ Value: known.Description, Ids: [known.Id] }));
    expect(same.body.Items).toMatchObject([{ Outcome: 'same', Messages: [] }]);
    const wrong = await manager('POST', '/bulk/preview', asked({ Value: 7, Ids: [known.Id] }));
    expect(wrong.body.Items).toMatchObject([
      { Outcome: 'refused', Messages: [expect.stringMatching(/text/i)] },
    ]);
    const none = '00000000-0000-4000-8000-000000000000';
    expect((await manager('POST', '/bulk/preview', asked({ Ids: [none] }))).body.Items).toMatchObject([
      { Id: none, Outcome: 'refused' },
    ]);
    expect(await again(known)).toMatchObject({
      Revision: known.Revision,
      Description: known.Description,
    });
  });

  it('all or nothing: a refused row is named and nothing changes; without it all change, with history', async () => {
    const [open, active] = [await productsIn('InDesign', 3), await productsIn('Active', 1)];
    const start = (Rows: unknown, more: object = {}) =>
      manager('POST', '/bulk', asked({ Mode: 'all', Rows, ...more }));
    const failed = await ended(manager, await start(rowsOf([...open, ...active])));
    expect([failed.Status, failed.Problem.Message]).toEqual([
      'failed',
      expect.stringContaining(active[0]?.Name ?? '?'),
    ]);
    for (const product of open) expect((await again(product)).Revision).toBe(product.Revision);
    const done = await ended(manager, await start(rowsOf(open)));
    expect(done).toMatchObject({
      Status: 'done',
      Result: { RowCount: 3, Changed: 3, Notes: ['3 rows were changed.'] },
    });
    for (const product of open) {
      expect(await again(product)).toMatchObject({
        Revision: product.Revision + 1,
        Description: 'Covers all of it.',
      });
      const [entry] = (await manager('GET', `/history/product/${product.Id}?pageSize=5`)).body.Items;
      expect(entry).toMatchObject({
        Field: 'Description',
        CurrentValue: 'Covers all of it.',
        ChangedBy: 'manager',
        Operation: 'update',
      });
    }
    const told = (await manager('GET', '/notification')).body.Items.filter(
      ({ Kind }: { Kind: string }) => Kind === 'bulk',
    );
    expect(told).toMatchObject([
      { Title: 'Bulk change', Outcome: 'done', RowCount: 3 },
      { Outcome: 'failed' },
    ]);
  });

  it('row by row: valid rows change, refused ones are named, and those changed meanwhile are skipped', async () => {
    const [open, active] = [await productsIn('InDesign', 3), await productsIn('Active', 1)];
    const [first, second] = open as [Product, Product];
    await admin('PUT', '/product', { Id: first.Id, Revision: first.Revision, Description: 'By hand' });
    const Rows = rowsOf([...open, ...active]);
    const job = await ended(
      manager,
      await manager('POST', '/bulk', asked({ Value: 'Second text', Mode: 'each', Rows })),
    );
    expect(job).toMatchObject({ Status: 'done', Result: { Changed: 2, Unchanged: 0, RefusedCount: 2 } });
    expect(job.Result.Refused.map(({ Id }: Product) => Id)).toEqual([first.Id, active[0]?.Id]);
    expect(job.Result.Notes).toEqual(['2 rows were changed.', '2 rows were refused and have not changed.']);
    expect((await again(first)).Description).toBe('By hand');
    expect((await again(second)).Description).toBe('Second text');
    const stale = await ended(
      admin,
      await admin('POST', '/bulk', asked({ Value: 'Third', Mode: 'all', Rows: rowsOf([first]) })),
    );
    expect(stale.Status).toBe('failed');
  });

  it('cancelling all-or-nothing restores everything, and a second change of the list waits for the first', async () => {
    const open = await productsIn('InDesign', 3);
    const hold = holdTransactions(app.store, 1);
    const body = asked({ Value: 'Fourth', Mode: 'all', Rows: rowsOf(open) });
    const started = await admin('POST', '/bulk', body);
    expect((await admin('POST', '/bulk', body)).status).toBe(409);
    expect((await viewer('GET', `/job/${started.body.JobId}`)).status).toBe(404);
    expect((await admin('POST', `/job/${started.body.JobId}/cancel`)).status).toBe(202);
    hold.letGo();
    expect((await ended(admin, started)).Status).toBe('cancelled');
    for (const product of open) expect((await again(product)).Revision).toBe(product.Revision);
  });

  it('what was cancelled is run again: once, by those who may, with the rights they have now', async () => {
    const open = await productsIn('InDesign', 3);
    const hold = holdTransactions(app.store, 1);
    const started = await admin('POST', '/bulk', asked({ Value: 'Once', Mode: 'all', Rows: rowsOf(open) }));
    const path = `/background-work/job/${started.body.JobId}/again`;
    expect((await admin('POST', path)).status).toBe(409);
    await admin('POST', `/job/${started.body.JobId}/cancel`);
    hold.letGo();
    await ended(admin, started);
    const listed = async (ask: Ask) => (await ask('GET', '/background-work?source=job')).body.Items;
    expect((await listed(admin))[0]).toMatchObject({ Id: started.body.JobId, Verbs: ['again'] });
    expect((await viewer('POST', path)).status).toBe(404);
    // Having started it does not suffice: the rights to the change itself are asked anew.
    await app.store.update('job', started.body.JobId, { StartedBy: 'viewer' });
    expect(await viewer('POST', path)).toMatchObject({ status: 403 });
    await app.store.update('job', started.body.JobId, { StartedBy: 'admin' });
    const answers = await Promise.all([admin('POST', path), admin('POST', path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expect.poll(async () => (await listed(admin))[0].State).toBe('done');
    const [next, before] = await listed(admin);
    expect(next).toMatchObject({ Title: before.Title, Person: 'admin', Verbs: [] });
    expect(before).toMatchObject({ Id: started.body.JobId, Verbs: [] });
    expect(before.Reason).toContain('It has been run again since.');
    for (const product of open)
      expect(await again(product)).toMatchObject({ Revision: product.Revision + 1, Description: 'Once' });
    expect((await admin('POST', path)).status).toBe(409);
  });

  it('what was refused row by row is run again for the rows that nobody changed since', async () => {
    const [open, active] = [await productsIn('InDesign', 2), await productsIn('Active', 1)];
    const Rows = rowsOf([...open, ...active]);
    const started = await manager('POST', '/bulk', asked({ Value: 'Rest', Mode: 'each', Rows }));
    await ended(manager, started);
    const path = `/background-work/job/${started.body.JobId}/again`;
    expect((await manager('POST', path)).status).toBe(200);
    const rest = async () => (await manager('GET', '/background-work?source=job')).body.Items[0];
    await expect.poll(async () => (await rest()).State).toBe('done');
    const { Id, Reason } = await rest();
    expect(Reason).toContain('1 row was refused');
    for (const product of open) expect((await again(product)).Revision).toBe(product.Revision + 1);
    await app.store.update('product', String(active[0]?.Id), { Revision: 900 });
    const none = await manager('POST', `/background-work/job/${Id}/again`);
    expect(none).toMatchObject({
      status: 409,
      body: { Message: expect.stringContaining('nothing left to run again') },
    });
    await app.store.update('product', String(active[0]?.Id), { Revision: active[0]?.Revision ?? 1 });
  });

  it('an impossible request is refused before any row is read', async () => {
    const [product] = (await productsIn('InDesign', 1)) as [Product];
    const ids = { Ids: [product.Id] };
    const answers = async (bodies: readonly object[], path = '/bulk/preview', ask = admin) => {
      const found: unknown[] = [];
      for (const body of bodies) {
        const answer = await ask('POST', path, body);
        found.push([answer.status, answer.body.Message]);
      }
      return found;
    };
    const notHere = 'Rows of this list cannot be changed together. Edit them one by one.';
    const notMany = 'Choose 1 to 50 rows.';
    const wrong = [
      asked({ List: 'product-groups#product-groups', ...ids }),
      asked({ Field: 'ProductStateTypeId', ...ids }),
      asked({ Field: '__proto__', ...ids }),
      asked({ Ids: [] }),
      asked({ Ids: Array.from({ length: 51 }, () => product.Id) }),
      asked({ Ids: ["x' OR 1=1"] }),
      asked({ Ids: product.Id }),
      { List: 'products#products', Field: 'Description', ...ids },
    ];
    expect(await answers(wrong)).toEqual([
      [422, notHere],
      [422, 'ProductStateTypeId cannot be changed for many rows at once. Choose another field.'],
      [422, '__proto__ cannot be changed for many rows at once. Choose another field.'],
      [422, notMany],
      [422, 'At most 50 entries are allowed.'],
      [422, 'Ids does not refer to an existing record. Choose one from the list.'],
      [422, 'Ids must be a list.'],
      [422, 'Value is required.'],
    ]);
    for (const List of ['products#nowhere', '', null, 7, { a: 1 }, 'x'.repeat(10_000)]) {
      const { status } = await admin('POST', '/bulk/preview', asked({ List, ...ids }));
      expect([400, 404, 422], String(List).slice(0, 20)).toContain(status);
    }
    const Rows = rowsOf([product]);
    const starts = [
      asked({ Mode: 'some', Rows }),
      asked({ Mode: 'all', Rows: [{ Id: product.Id }, { Revision: 1 }] }),
      asked({ Mode: 'all', Rows: [{ Id: product.Id, Revision: 1e300 }] }),
      asked({ Mode: 'all', Rows, Extra: 1 }),
    ];
    expect((await answers(starts, '/bulk')).map((answer) => (answer as unknown[])[0])).toEqual([
      422, 422, 422, 400,
    ]);
    // Who may not change one record may neither change nor preview many.
    expect(await answers([asked(ids)], '/bulk/preview', viewer)).toMatchObject([[403, expect.any(String)]]);
    expect(await answers([asked({ Mode: 'each', Rows })], '/bulk', viewer)).toMatchObject([
      [403, expect.any(String)],
    ]);
    expect((await again(product)).Revision).toBe(product.Revision);
  });

  it("a row without its revision is refused, since it could overwrite others' changes", async () => {
    const [product] = (await productsIn('InDesign', 1)) as [Product];
    const { status } = await admin('POST', '/bulk', asked({ Mode: 'each', Rows: [{ Id: product.Id }] }));
    expect(status).toBe(422);
  });
});
