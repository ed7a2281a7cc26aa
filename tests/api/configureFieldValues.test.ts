/** Values that a configurator declares by expressions: defaults, fields of rows, and the records offered. */
import { expect, it } from 'vitest';
import { putAll } from '../support/putAll.ts';
import { lending } from './support/lending.ts';
import { type Ask, startApp } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const field = (type: string, more: object = {}) => ({ type, title: texts(`A ${type}`), ...more });

async function put(ask: Ask, path: string, change: object) {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

it('C6: defaults, row fields and offered records by expression hold at every write', async () => {
  const app = await startApp({ store: 'sqlite', seed: 'none', added: lending });
  const admin = await app.as('admin');
  await put(admin, 'entity/agent', { title: texts('Agent'), plural: texts('Agents') });
  await put(admin, 'entity/order', { title: texts('Order'), plural: texts('Orders') });
  const features = ['Agent', 'Order'].flatMap((one) => [`Custom.${one}.View`, `Custom.${one}.Edit`]);
  await put(admin, 'role/admin', { add: features });
  await put(admin, 'field/agent.Active', field('boolean'));
  const choices = ['Low', 'High'].map((name) => ({ name, title: texts(name), tone: 'warning' }));
  const fields: Readonly<Record<string, object>> = {
    Day: field('date', { defaultBy: '$today' }),
    By: field('text', { defaultBy: '$user.UserName' }),
    Urgency: field('choice', { choices, default: 'Low' }),
    Agent: field('reference', { reference: 'agent', options: { where: 'Active = true' } }),
    Lines: field('rows', {
      fields: [
        { name: 'Price', ...field('money') },
        { name: 'Count', ...field('integer') },
        { name: 'Total', ...field('money'), computed: { value: 'Price * Count * 2.015' } },
      ],
    }),
    Sum: field('money', { computed: { value: '$sum(Lines.Total)', stored: true } }),
  };
  const named = Object.entries(fields).map(([name, change]) => [`field/order.${name}`, change]);
  const drafted = await admin('PUT', '/configure/draft', putAll(Object.fromEntries(named)));
  expect(drafted.status, JSON.stringify(drafted.body)).toBe(200);
  const published = await admin('POST', '/configure/publish', {});
  expect(published.status, JSON.stringify(published.body)).toBe(201);

  const agent = async (Active: boolean) =>
    (await admin('POST', '/custom/agent', { Name: 'Ann', Active })).body.Id;
  const [active, gone] = [await agent(true), await agent(false)];
  const body = {
    Name: 'First',
    Agent: active,
    Lines: [
      { Price: 1, Count: 1, Total: 99 },
      { Price: 10.05, Count: 1 },
    ],
  };
  const made = await admin('POST', '/custom/order', body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const order = (await admin('GET', `/custom/order/${made.body.Id}`)).body;
  expect(order).toMatchObject({ Day: '2026-11-20', By: 'admin', Urgency: 'Low', Sum: 22.27 });
  expect(order.Lines.map(({ Total }: { Total: number }) => Total)).toEqual([2.02, 20.25]);
  const top = await admin('GET', '/custom/order?sortFields=Sum&sortDirections=0');
  expect(top.body.Items).toHaveLength(1);
  const refused = await admin('PUT', `/custom/order/${made.body.Id}`, { Agent: gone });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('/Agent')]);

  const wrong = await put(admin, 'field/order.Day', field('date', { defaultBy: '$nothing(' }));
  expect(wrong.Findings.some(({ Level }: { Level: string }) => Level === 'error')).toBe(true);
  await app.store.close();
});
