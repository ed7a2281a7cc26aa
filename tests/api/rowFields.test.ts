/** Fields inside rows: who may see and write them, and their defaults. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type EntityModel, newRecord } from '#engine';
import { creditors } from './support/creditors.ts';
import { type Ask, startApp } from './support/startApp.ts';

const { model } = creditors.compilation;

describe('fields of rows with restricted access', () => {
  let allowed: Ask;
  let other: Ask;
  let path = '';
  let row: Record<string, unknown> = {};

  beforeAll(async () => {
    const app = await startApp({ store: 'memory', added: creditors });
    [allowed, other] = [await app.as('configurator'), await app.as('viewer')];
    const Creditors = [{ Name: 'Royal', Note: 'hush', Grade: 'A' }];
    const made = await allowed('POST', '/account', { Name: 'Fleet', Creditors });
    expect(made.status).toBe(201);
    path = `/account/${made.body.Id}`;
    row = (await allowed('GET', path)).body.Creditors[0];
    expect(row).toMatchObject({ Note: 'hush', Grade: 'A' });
    expect((await allowed('PUT', path, { MainId: row.Id })).body.Main).toMatchObject({ Note: 'hush' });
    return () => app.store.close();
  });

  it('stay hidden in the record itself, in its owner, beside a reference and in a list', async () => {
    const own = await other('GET', `${path}/creditor/${row.Id}`);
    const { body } = await other('GET', path);
    const listed = (await other('GET', '/account')).body.Items[0];
    const saved = await other('PUT', path, { Name: 'Fleets' });
    expect(saved.status).toBe(200);
    for (const seen of [
      own.body,
      ...[body, listed, saved.body].flatMap((one) => [...(one.Creditors ?? []), one.Main]),
    ]) {
      expect(seen).toMatchObject({ Id: row.Id, Grade: 'A' });
      expect(Object.keys(seen)).not.toContain('Note');
    }
    const csv = await other('GET', '/account?$export=csv&exportColumns=Name&exportColumns=Creditors.Note');
    expect(JSON.stringify(csv.body)).not.toContain('hush');
  });

  it.each(['Note', 'Grade'])('%s cannot be written in the record or through its owner', async (name) => {
    const own = await other('PUT', `${path}/creditor/${row.Id}`, { [name]: 'mine' });
    const asRow = await other('PUT', path, { Creditors: [{ Id: row.Id, Name: 'Royal', [name]: 'mine' }] });
    const asNew = await other('PUT', path, { Creditors: [row, { Name: 'Desjardins', [name]: 'mine' }] });
    const asOwner = await other('POST', '/account', {
      Name: 'New',
      Creditors: [{ Name: 'B', [name]: 'x' }],
    });
    for (const { status, body } of [own, asRow, asNew, asOwner]) {
      expect([status, body.ValidationErrors?.[0]?.Rule]).toEqual([422, 'forbidden.field']);
      expect(body.ValidationErrors[0].Path).toContain(`/${name}`);
    }
  });

  it('hidden values stay unchanged when a person saves the rows', async () => {
    const { body } = await other('GET', path);
    const [{ Name: _name, ...shown }] = body.Creditors;
    const saved = await other('PUT', path, { Creditors: [{ ...shown, Name: 'Royale' }] });
    expect(saved.status).toBe(200);
    expect((await allowed('GET', path)).body.Creditors).toEqual([
      expect.objectContaining({ ...row, Name: 'Royale', Label: 'Royale of Fleets' }),
    ]);
  });
});

it('defaults of members apply inside objects and rows, on the form and through the API', async () => {
  const app = await startApp({ store: 'memory', added: creditors });
  const ask = await app.as('viewer');
  const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
  const context = {
    model,
    user,
    today: '2026-11-20',
    now: '2026-11-20T12:00:00Z',
    locale: 'en-CA',
    action: 'create',
  } as const;
  const onForm = newRecord(model.entities.get('account') as EntityModel, context);
  const made = await ask('POST', '/account', { Name: 'Plain' });
  expect(made.body.Address).toEqual({ Country: 'CA' });
  expect(onForm.Address).toEqual(made.body.Address);
  const sent = {
    Name: 'Sent',
    Address: { City: 'Laval' },
    Remarks: [{ Text: 'a' }, { Kind: null, Sign: {} }],
  };
  const { body } = await ask('POST', '/account', sent);
  const first = { Text: 'a', Kind: 'note', Sign: { Level: 1 } };
  expect(body.Address).toEqual({ City: 'Laval', Country: 'CA' });
  expect(body.Remarks).toEqual([first, { Sign: { Level: 1 } }]);
  const path = `/account/${body.Id}`;
  const changed = await ask('PUT', path, {
    Address: { City: 'Gatineau' },
    Remarks: [...body.Remarks, { Text: 'b' }],
  });
  expect(changed.body.Address).toEqual({ City: 'Gatineau' });
  expect(changed.body.Remarks).toEqual([...body.Remarks, { ...first, Text: 'b' }]);
  await app.store.close();
});
