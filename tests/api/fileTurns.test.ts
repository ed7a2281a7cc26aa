/** Reports, dashboards and prints are made a few at a time, whatever one person asks for at once. */
import { expect, it } from 'vitest';
import { startApp } from './support/startApp.ts';

const one = { open: 2, openOfOne: 1, long: 1, longOfOne: 1, waiting: 9, waitingOfOne: 1, patience: 60_000 };
const app = await startApp({ store: 'memory', settings: { fileTurns: one } });
const admin = await app.as('admin');
const idOf = async (path: string) => (await admin('GET', `${path}?page=1&pageSize=1`)).body.Items[0].Id;
const dashboard = `/report/dashboards/${await idOf('/report/dashboards')}/file`;
const product = await idOf('/product');

const doors = [
  ['a dashboard as a PDF', 'POST', `${dashboard}?format=PDF`],
  ['a dashboard as a picture', 'POST', `${dashboard}?format=SVG`],
  ['a streamed workbook', 'GET', `/product/${product}/rules/export`],
  ['a print of a record', 'GET', `/print/product/${product}`],
  ['a print of a list', 'GET', '/product?$export=pdf'],
] as const;

for (const [name, method, path] of doors)
  it(`${name} waits for its turn, and too many are refused`, async () => {
    const file = () => admin(method, path, method === 'POST' ? {} : undefined);
    const answers = await Promise.all(Array.from({ length: 5 }, file));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.Message).toMatch(/Wait until one of them is finished/);
    // No turn is lost, also not by a refused file.
    await admin('POST', `${dashboard}?format=EXE`, {});
    expect((await file()).status).toBe(200);
  });

it('a streamed file keeps its turn until it has been read or left', async () => {
  const nobody = await app.as();
  const { Token } = (await nobody('POST', '/session', { UserName: 'admin', Password: 'demo' })).body;
  const id = '5e81a7fd-00f4-5c06-932f-50e6dcfdaf71';
  const open = () =>
    app.fetch(
      new Request(`http://localhost/api/report/fileviewer?id=${id}&format=EXCEL`, {
        ...{ method: 'POST', body: '{}' },
        headers: { authorization: `Bearer ${Token}`, 'content-type': 'application/json' },
      }),
    );
  for (const finish of ['text', 'cancel'] as const) {
    const first = await open();
    expect(first.status).toBe(200);
    let isOpen = false;
    const second = open().then((answer) => {
      isOpen = true;
      return answer;
    });
    expect((await admin('POST', `${dashboard}?format=SVG`, {})).status).toBe(429);
    expect(isOpen).toBe(false);
    await (finish === 'text' ? first.text() : first.body?.cancel());
    const answer = await second;
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  }
});
