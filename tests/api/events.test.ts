import { expect, it } from 'vitest';
import { type Ask, startApp } from './support/startApp.ts';

/** Reads an event stream until it contains a word. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, word: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(word)) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

async function listenAs(app: Awaited<ReturnType<typeof startApp>>, role: string) {
  const login = await (await app.as())('POST', '/session', { UserName: role, Password: 'demo' });
  const headers = { authorization: `Bearer ${login.body.Token}` };
  const response = await app.fetch(new Request('http://localhost/api/events', { headers }));
  return (response.body as ReadableStream<Uint8Array>).getReader();
}

const someProduct = async (ask: Ask) =>
  (await ask('GET', '/product?pageSize=1&FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1'))
    .body.Items[0];

it('a change is announced once it is committed, and only to those who may see it', async () => {
  const app = await startApp({ store: 'memory' });
  const manager = await app.as('manager');
  const product = await someProduct(manager);
  const [viewer, reports] = [await listenAs(app, 'viewer'), await listenAs(app, 'reports')];
  await manager('PUT', '/product', { Id: product.Id, Name: '' });
  const { body } = await manager('POST', '/product/plan', { ProductId: product.Id, Name: 'Announced' });
  await manager('PUT', '/product', { Id: product.Id, Description: 'Announced' });
  const seen = await readUntil(viewer, '"update"');
  expect(seen).toContain(
    `event: recordChanged\ndata: {"entity":"plan","id":"${body.Id}","operation":"create"}`,
  );
  expect(seen.match(/"update"/g)).toHaveLength(1);
  // Reports may see products, like everyone signed in, but no plans.
  expect(await readUntil(reports, '"update"')).not.toContain('"plan"');
  await Promise.all([viewer.cancel(), reports.cancel()]);
});
