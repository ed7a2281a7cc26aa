/** The author of a new profile is shown possible duplicates; nothing is refused, and row access holds. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

let app: Running;
let profiles: Ask;
let dealer: DataRecord;

beforeAll(async () => {
  const added = withRoles({ 'all but dealers': { features: ['*'], except: ['AllDealers.View'] } });
  app = await startApp({ store: 'sqlite', added });
  profiles = await app.as('profiles');
  [dealer] = (await profiles('GET', '/profile/dealer?pageSize=10&sortFields=TradingName')).body.Items;
  return () => app.store.close();
});

const alike = async (draft: object, ask = profiles, entity = 'dealer') =>
  (await ask('POST', `/alike/${entity}`, draft)).body.Items;
const first = (field: string) => (dealer[field] as readonly DataRecord[])[0] as DataRecord;

describe('similar records', () => {
  it('a dealer with the same name, address or number is found, ignoring case', async () => {
    const found = (Fields: readonly string[]) => [{ Id: dealer.Id, Name: dealer.TradingName, Fields }];
    const shouted = String(dealer.TradingName).toUpperCase();
    expect(await alike({ TradingName: ` ${shouted} ` })).toEqual(found(['TradingName']));
    const { City } = dealer;
    const [{ AddressLine1 }, { Phone }] = [first('Addresses'), first('Contacts')];
    expect(await alike({ City, Addresses: [{ AddressLine1 }] })).toEqual(
      found(['City', 'Addresses.AddressLine1']),
    );
    expect(await alike({ City, Contacts: [{}, { Phone }], BusinessNumber: dealer.BusinessNumber })).toEqual(
      found(['BusinessNumber', 'City', 'Contacts.Phone.Number']),
    );
    for (const other of [{}, { City }, { TradingName: 'x' }, { TradingName: `${dealer.TradingName}s` }])
      expect(await alike(other)).toEqual([]);
  });

  it('the best matches come first; at most five are shown, and nothing is refused', async () => {
    const like = { ...dealer, AccountFriendlyId: null, Contacts: [], LegalName: 'Another Ltd.' };
    const ids = [1, 2, 3, 4, 5, 6].map((n) => `0e000000-0000-7000-8000-00000000000${n}`);
    await app.store.transaction(async (session) => {
      await session.insertMany(
        'dealer',
        ids.map((Id) => ({ Id, ...only(like), LegalName: like.LegalName })),
      );
    });
    const both = await alike({ TradingName: dealer.TradingName, LegalName: 'Another ltd.' });
    expect(both).toHaveLength(5);
    expect(both[0].Fields).toEqual(['TradingName', 'LegalName']);
    const { TradingName, LegalName, AccountTypeId, Addresses } = dealer;
    const made = await profiles('POST', '/profile/dealer', {
      TradingName,
      LegalName,
      AccountTypeId,
      Addresses,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  });

  const only = ({ TradingName, AccountTypeId, ProfileStatusId }: DataRecord) => ({
    ...{ TradingName, AccountTypeId, ProfileStatusId },
    Revision: 1,
  });

  it('every type of profile declares what makes two of them similar', () => {
    const { entities } = app.models.current();
    const types = [...entities.values()].filter(({ parts }) => parts.profile);
    expect(types).toHaveLength(8);
    for (const { id, alike: lists } of types) expect(lists.length, id).toBeGreaterThan(0);
  });

  it('only those who may create one see matches, within their fields and rows; odd bodies are tolerated', async () => {
    const { TradingName } = dealer;
    const status = async (role: string | undefined, entity = 'dealer') =>
      (await (await app.as(role))('POST', `/alike/${entity}`, { TradingName })).status;
    expect([await status(undefined), await status('viewer'), await status('admin', 'none')]).toEqual([
      401, 403, 404,
    ]);
    const { items } = await app.store.find({ entity: 'user' });
    const like = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
    const user = {
      ...like,
      Id: '0f000000-0000-7000-8000-000000000900',
      UserName: 'pshah',
      Roles: ['all but dealers'],
    };
    await app.store.transaction((session) => session.insert('user', user));
    const insider = await app.as('pshah');
    expect(await alike({ TradingName }, insider)).toEqual([]);
    const own = (await insider('GET', '/profile/dealer')).body.Items[0];
    expect(await alike({ TradingName: own.TradingName }, insider)).toHaveLength(1);
    const many = Array.from({ length: 2000 }, (_, n) => ({ AddressLine1: `${n} Main Street` }));
    for (const odd of [
      { City: 5, Addresses: many },
      { Addresses: 'x', City: [] },
      { Contacts: [null, [], 1] },
    ])
      expect((await profiles('POST', '/alike/dealer', odd)).status).toBeLessThan(500);
    expect((await profiles('POST', '/alike/dealer', { Nothing: 1 })).status).toBe(400);
  });
});
