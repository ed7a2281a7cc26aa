/** Service intervals (PPM): after how many months from the start of the contract each of them expires. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter, ownProductFields } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const none = '00000000-0000-0000-0000-000000000000';

for (const kind of appStores) {
  describe(`service intervals, ${kind} store`, () => {
    let clients: Clients;
    let admin: Ask;
    let productId: string;
    let path: string;

    const rows = (...months: readonly unknown[]) =>
      months.map((ExpiryMonths, at) => ({ Id: none, Interval: (at + 1) * 2, ExpiryMonths }));
    const save = (body: unknown) => admin('PUT', path, body);
    const read = async (query = '') => (await admin('GET', `${path}${query}`)).body;

    beforeAll(async () => {
      clients = await createClients(kind);
      admin = clients.admin;
      const { Items } = (await admin('GET', `/product?pageSize=1&${filter('Code', 'SMT-KEY-30')}`)).body;
      productId = Items[0].Id;
      path = `/product/${productId}/ppmIntervals`;
    });

    it('R-018 R-161 R-430 R-431 a list is saved and read back, and new intervals get an id', async () => {
      expect(await read()).toEqual([]);
      const saved = await save(rows(12, 24, 36));
      expect(saved.status).toBe(200);
      expect(saved.body).toEqual(
        [12, 24, 36].map((ExpiryMonths, at) => ({
          Id: expect.any(String),
          Interval: (at + 1) * 2,
          ExpiryMonths,
        })),
      );
      const ids = saved.body.map(({ Id }: { Id: string }) => Id);
      expect(new Set([...ids, none]).size).toBe(4);
      expect(await read()).toEqual(saved.body);
      const again = await save(saved.body);
      expect(again.body).toEqual(saved.body);
    });

    it('R-227 an empty list ends expiry; R-226 there is expiry while any interval is stored', async () => {
      const isEnabled = async () =>
        (await admin('GET', `/product/${productId}?include=`)).body.IsPpmExpiryEnabled;
      await save(rows(12));
      expect(await isEnabled()).toBe(true);
      expect((await save([])).body).toEqual([]);
      expect(await isEnabled()).toBe(false);
      expect(await read()).toEqual([]);
    });

    it('R-225 the list is in rising order of the intervals', async () => {
      const { body } = await save([...rows(1, 2, 3)].reverse());
      expect(body.map(({ Interval }: { Interval: number }) => Interval)).toEqual([2, 4, 6]);
    });

    it.each([
      ['negative', -1],
      ['no whole number', 1.5],
      ['no number', 'NaN'],
      ['missing', null],
    ])('R-289 R-290 months that are %s are refused', async (_, wrong) => {
      const before = await read();
      const { status, body } = await save(rows(12, wrong, 36));
      expect(status).toBe(422);
      expect(body.ErrorMessages).toEqual([
        "Interval expiration (in months) for 'Service Interval Counts' of '4' must be a valid positive whole number.",
      ]);
      expect(body.ValidationErrors[0].Path).toBe('/PpmIntervals/1/ExpiryMonths');
      expect(await read()).toEqual(before);
    });

    it('R-291 R-292 months that decrease from one interval to the next are refused; R-289 equal ones and 0 are accepted', async () => {
      const { status, body } = await save(rows(12, 36, 24));
      expect(status).toBe(422);
      expect(body.ErrorMessages).toEqual([
        "Interval expiration for 'Service Interval Counts' of 6 must be larger than '36'.",
      ]);
      expect((await save(rows(0, 12, 12))).status).toBe(200);
    });

    it('R-293 months go up to 255', async () => {
      expect((await save(rows(255))).status).toBe(200);
      expect((await save(rows(256))).status).toBe(422);
    });

    it.each([
      ['an object', {}, 400],
      ['a row that is none', [3], 422],
      ['a row without its interval', [{ ExpiryMonths: 3 }], 422],
      ['the same interval twice', [...rows(1), ...rows(2)], 422],
    ])('%s is refused', async (_, body, status) => {
      expect((await save(body)).status).toBe(status);
    });

    describe('gathered', () => {
      it('R-220 R-221 R-222 R-223 stored intervals stay, and available ones have an empty id', async () => {
        await save(rows(12));
        const [stored] = await read();
        expect(await read('?gather=true')).toEqual([
          stored,
          { Id: none, Interval: 4, ExpiryMonths: null },
          { Id: none, Interval: 6, ExpiryMonths: null },
        ]);
        expect(await read()).toEqual([stored]);
      });

      it('R-224 intervals no longer among the parameter values are left out', async () => {
        await save([...rows(12), { Id: none, Interval: 99, ExpiryMonths: 99 }]);
        const intervals = (await read('?gather=true')).map(({ Interval }: { Interval: number }) => Interval);
        expect(intervals).toEqual([2, 4, 6]);
      });

      it('R-220 names without a number are skipped, and a repeated number is used once', async () => {
        const product = (await admin('GET', `/product/${productId}?include=`)).body;
        const own = { ...ownProductFields(product), Code: 'VISITS', LaunchDate: '2027-01-01' };
        const { Id } = (await admin('POST', '/product', own)).body;
        const names = ['24 months', 'Never', 'Every 12 months', '12 months, by mail'];
        const made = await admin('POST', `/product/${Id}/parameter`, {
          Name: 'Visits',
          SourceName: 'PPMInterval.Policy.TermMonth',
          ParameterValueTypeId: 1,
          IsMapped: true,
          ParameterValues: names.map((Name) => ({ Name, StringValue: Name })),
        });
        expect(made.status, JSON.stringify(made.body)).toBe(201);
        const { body } = await admin('GET', `/product/${Id}/ppmIntervals?gather=true`);
        expect(body.map(({ Interval }: { Interval: number }) => Interval)).toEqual([12, 24]);
      });
    });

    it('R-306 only Product.PPMIntervals.Edit may save; reading only needs a login', async () => {
      const refused = await clients.viewer('PUT', path, []);
      expect(refused.status).toBe(403);
      expect(refused.body.Message).toContain('Product.PPMIntervals.Edit');
      expect((await clients.viewer('GET', path)).status).toBe(200);
    });

    it('R-307 a read-only product keeps its intervals', async () => {
      const { Items } = (await admin('GET', `/product?pageSize=1&${filter('Code', 'PAG-OMM-20')}`)).body;
      const [active] = Items;
      const own = `/product/${active.Id}/ppmIntervals`;
      const before = (await admin('GET', own)).body;
      expect(before).toHaveLength(3);
      expect((await admin('PUT', own, [])).status).toBe(422);
      expect((await admin('GET', own)).body).toEqual(before);
    });
  });
}
