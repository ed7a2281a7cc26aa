/** A stored computed field that is new, or whose expression changed, is filled in existing records. */
import { describe, expect, it } from 'vitest';
import { compileModel, type DataRecord, parseExpression } from '#engine';
import { lending } from './support/lending.ts';
import { type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const many = 130;

async function put(ask: Ask, path: string, change: object): Promise<void> {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function publish(ask: Ask, path = '/configure/publish'): Promise<void> {
  const first = await ask('POST', path, {});
  const tokens = first.body.Confirmations?.map(({ Token }: { Token: string }) => Token) ?? [];
  const answer =
    first.status === 428 ? await ask('POST', path, {}, { 'x-confirm': tokens.join(',') }) : first;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

/** Records of an entity that a configurator created, without computed values yet. */
async function withOrders(store: StoreKind) {
  const app = await startApp({ store, seed: 'none', added: lending });
  const admin = await app.as('admin');
  await put(admin, 'entity/order', { title: texts('Order'), plural: texts('Orders') });
  await put(admin, 'role/admin', { add: ['Custom.Order.View', 'Custom.Order.Edit'] });
  await put(admin, 'field/order.Amount', { type: 'money', title: texts('Amount') });
  await publish(admin);
  await app.store.transaction(async (session) => {
    for (let at = 0; at < many; at++)
      await session.insert('order', {
        ...{ Id: `01900d01-0000-7000-8000-${String(at).padStart(12, '0')}`, Revision: 1 },
        ...{ Name: `Order ${at}`, Amount: at === 3 ? null : at },
      });
  });
  return { app, admin };
}

const computed = (value: string) => ({
  ...{ type: 'money', title: texts(value), computed: { value, stored: true } },
});
const storedOf = async ({ store }: Pick<Running, 'store'>, name = 'Tax') =>
  (await store.find({ entity: 'order', sort: [{ path: 'Id', direction: 'asc' }] })).items.map(
    (record: DataRecord) => record[name] ?? null,
  );
const wanted = (factor: number) => Array.from({ length: many }, (_, at) => (at === 3 ? null : at * factor));

/** The process dies after the second batch of the next fill. */
function dieWhileFilling(app: Running): () => void {
  let pieces = 0;
  const store = app.store as { transaction: Running['store']['transaction'] };
  const { transaction } = store;
  store.transaction = (work) =>
    transaction(async (session) =>
      work({
        ...session,
        scan: (query) => {
          if (query.entity === 'order' && ++pieces > 2) throw new Error('The process is gone.');
          return session.scan(query);
        },
      }),
    );
  return () => {
    store.transaction = transaction;
  };
}

describe.each(['memory', 'sqlite'] as const)('C6: stored computed values on %s', (kind) => {
  it('are filled in old records by a publication, also after a stop, a changed expression and a rollback', async () => {
    const { app, admin } = await withOrders(kind);
    const own = (value: string) => ({ ...computed(value), computed: { value, override: true } });
    await put(admin, 'field/order.Base', computed('Amount * 2'));
    await put(admin, 'field/order.Tax', computed('Base + 1 - 1'));
    await put(admin, 'field/order.Own', own('Amount * 2'));
    await publish(admin);
    // Any read after the publication has answered finds them and sorts by them.
    for (const name of ['Base', 'Tax', 'Own']) expect(await storedOf(app, name), name).toEqual(wanted(2));
    const top = await admin('GET', '/custom/order?pageSize=1&sortFields=Tax&sortDirections=0');
    expect(top.body.Items[0]).toMatchObject({ Amount: many - 1, Tax: (many - 1) * 2 });

    const [{ Id }] = (
      await admin('GET', '/custom/order?FilterProperty=Amount&FilterOperator=eq&FilterValue=1')
    ).body.Items;
    const kept = await admin('PUT', `/custom/order/${Id}`, { Own: 77, $overrides: ['/Own'] });
    expect([kept.status, kept.body.Own], JSON.stringify(kept.body)).toEqual([200, 77]);
    await put(admin, 'field/order.Base', computed('Amount * 5'));
    await put(admin, 'field/order.Own', own('Amount * 3'));
    const live = dieWhileFilling(app);
    await publish(admin);
    live();
    const half = (await storedOf(app)).filter((value, at) => value === at * 5).length;
    expect(half).toBeGreaterThan(10);
    expect(half).toBeLessThan(many - 10);
    const again = await app.startAgain();
    await again.runDue();
    // An input of the expression is computed otherwise, so the result changes too. Overrides by people stay.
    for (const name of ['Base', 'Tax']) expect(await storedOf(again, name), name).toEqual(wanted(5));
    expect(await storedOf(again, 'Own')).toEqual(wanted(3).map((value, at) => (at === 1 ? 77 : value)));
    if (kind === 'memory') return;
    await publish(await again.as('admin'), '/configure/releases/2/restore');
    expect(await storedOf(again)).toEqual(wanted(2));
  });

  it('of a new version of the application are filled at its start', async () => {
    const app = await startApp({ store: kind, added: lending });
    const files = lending.set.files.map(({ file, json }) => {
      if (file === 'examples/lending/schemas/lending/borrower/entity.json') {
        const entity = json as { properties: object };
        const Short = { type: 'string', title: 'Short', readOnly: true };
        return { file, json: { ...entity, properties: { ...entity.properties, Short } } };
      }
      if (file === 'examples/lending/schemas/lending/borrower/behaviour.json') {
        const behaviour = json as { rules?: readonly object[] };
        const rule = { id: 'borrower.short', field: 'Short', value: '$substring(Name, 0, 3)' };
        return { file, json: { ...behaviour, rules: [...(behaviour.rules ?? []), rule] } };
      }
      return { file, json };
    });
    const set = { files };
    const compilation = compileModel(set, { parse: parseExpression });
    expect(compilation.model.entities.get('borrower')?.fieldByPath.has('Short')).toBe(true);
    const again = await app.startAgain({ set, compilation });
    await again.runDue();
    const { items } = await again.store.find({ entity: 'borrower' });
    expect(items.length).toBeGreaterThan(0);
    for (const { Name, Short } of items) expect(Short).toBe(String(Name).slice(0, 3));
  });
});
