/** Deductible groups: which components of a product share one deductible. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter, ownProductFields } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

type Entry = { readonly ComponentId: string; readonly ComponentName: string; readonly GroupNumber: number };

for (const kind of appStores) {
  describe(`deductible groups, ${kind} store`, () => {
    let clients: Clients;
    let admin: Ask;
    let path: string;
    let productId: string;
    /** Four components of the product. */
    let parts: readonly { readonly Id: string; readonly Name: string }[];

    const entry = (at: number, GroupNumber: number | null) => ({
      ComponentId: parts[at]?.Id,
      ComponentName: parts[at]?.Name,
      GroupNumber,
    });
    const save = (...body: unknown[]) => admin('PUT', path, body);
    const read = async (): Promise<readonly Entry[]> => (await admin('GET', path)).body;

    beforeAll(async () => {
      clients = await createClients(kind);
      admin = clients.admin;
      productId = (await clients.productInDesign()).Id;
      path = `/product/${productId}/deductibleGroups`;
      parts = (await admin('GET', `/product/${productId}/components?pageSize=4`)).body.Items;
    });

    it('R-017 R-159 R-428 R-429 a list is saved and read back the same', async () => {
      expect((await read()).length).toBe(0);
      const sent = [entry(0, 1), entry(1, 1), entry(2, 2)];
      const saved = await save(...sent);
      expect(saved.status).toBe(200);
      expect(saved.body).toEqual(sent.map((one) => expect.objectContaining(one)));
      expect(await read()).toEqual(saved.body);
    });

    it('R-218 used groups are renumbered from 1 without gaps, in their order', async () => {
      const { body } = await save(entry(0, 7), entry(1, 3), entry(2, 7), entry(3, 12));
      expect(body.map(({ GroupNumber }: Entry) => GroupNumber)).toEqual([2, 1, 2, 3]);
    });

    it('R-284 R-285 R-286 a component in several groups is refused once, and nothing is saved', async () => {
      const before = await read();
      const { status, body } = await save(entry(0, 1), entry(1, 1), entry(0, 2), entry(0, 3));
      expect(status).toBe(422);
      expect(body.ErrorMessages).toEqual([`'${parts[0]?.Name}' is included into multiple groups.`]);
      expect(await read()).toEqual(before);
    });

    it('R-284 R-285 R-287 a component in no group is refused', async () => {
      const before = await read();
      const { status, body } = await save(entry(0, 1), entry(1, null), entry(2, null));
      expect(status).toBe(422);
      expect(body.ErrorMessages).toEqual([
        `'${parts[1]?.Name}' is not part of any groups.`,
        `'${parts[2]?.Name}' is not part of any groups.`,
      ]);
      expect(await read()).toEqual(before);
    });

    it.each([
      ['0', 0],
      ['-1', -1],
      ['1.5', 1.5],
      ['a text', 'first'],
    ])('R-160 a group with the number %s is refused', async (_, number) => {
      const { status, body } = await save({ ...entry(0, null), GroupNumber: number }, entry(1, 2));
      expect(status).toBe(422);
      expect(body.ValidationErrors[0].Path).toBe('/DeductibleGroups/0/GroupNumber');
    });

    it.each([
      ['an object', {}, 400],
      ['a text', 'groups', 400],
      ['a row that is none', [7], 422],
      ['a row without a component', [{ GroupNumber: 1 }], 422],
      [
        'a component there is not',
        [{ ComponentId: '01900000-0000-7000-8000-00000000abcd', GroupNumber: 1 }],
        422,
      ],
    ])('%s is refused', async (_, body, status) => {
      const before = await read();
      expect((await admin('PUT', path, body)).status).toBe(status);
      expect(await read()).toEqual(before);
    });

    it('the name is the component’s own, ignoring the body', async () => {
      const { body } = await save({ ...entry(0, 1), ComponentName: 'Gold' });
      expect(body[0].ComponentName).toBe(parts[0]?.Name);
    });

    it('R-213 the product’s components are those of its coverage items, each once and by name', async () => {
      const { Items } = (await admin('GET', `/product/${productId}/components?pageSize=0`)).body;
      const items = (await admin('GET', `/product/coverageitem?pageSize=0&${filter('ProductId', productId)}`))
        .body;
      const ids = new Set<string>(
        items.Items.flatMap((one: { Components: { Id: string }[] }) => one.Components.map(({ Id }) => Id)),
      );
      expect(new Set(Items.map(({ Id }: { Id: string }) => Id))).toEqual(ids);
      expect(Items.length).toBe(ids.size);
      const names = Items.map(({ Name }: { Name: string }) => Name);
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en-CA')));
    });

    it('R-213 a component outside the coverage items of the product is refused; a stored one may stay', async () => {
      const all = (await admin('GET', '/product/component?pageSize=0')).body.Items;
      const own = (await admin('GET', `/product/${productId}/components?pageSize=0`)).body.Items;
      const known = new Set(own.map(({ Id }: { Id: string }) => Id));
      const stranger = all.find(({ Id }: { Id: string }) => !known.has(Id));
      const refused = await save({ ComponentId: stranger.Id, GroupNumber: 1 });
      expect(refused.status).toBe(422);
      expect(refused.body.ValidationErrors[0].Path).toBe('/DeductibleGroups/0/ComponentId');
      // Its item is deleted, the entry stays.
      const copyId = await copyOf('GROUPS-1');
      const copy = `/product/${copyId}`;
      const [item] = (
        await admin('GET', `/product/coverageitem?pageSize=0&${filter('ProductId', copyId)}`)
      ).body.Items.filter((one: { Components: unknown[] }) => one.Components.length > 0);
      const [part] = item.Components;
      const groups = [{ ComponentId: part.Id, ComponentName: part.Name, GroupNumber: 1 }];
      expect((await admin('PUT', `${copy}/deductibleGroups`, groups)).status).toBe(200);
      expect((await admin('PUT', '/product/coverageitem', { Id: item.Id, Components: [] })).status).toBe(200);
      expect(
        (await admin('PUT', `${copy}/deductibleGroups`, [{ ...groups[0], GroupNumber: 4 }])).status,
      ).toBe(200);
    });

    const copyOf = async (Code: string): Promise<string> => {
      const product = (await admin('GET', `/product/${productId}?include=`)).body;
      const body = { ...ownProductFields(product), Id: productId, Code, LaunchDate: '2027-01-01' };
      const made = await admin('POST', '/product/copy', body);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body.Id;
    };

    it('a copy of the product has the same groups', async () => {
      const sent = [entry(0, 1), entry(1, 2)];
      await save(...sent);
      const copied = await admin('GET', `/product/${await copyOf('GROUPS-2')}/deductibleGroups`);
      expect(copied.body).toEqual(sent.map((one) => expect.objectContaining(one)));
    });

    it('R-305 only Product.DeductibleGroups.Edit may save; reading only needs a login', async () => {
      const refused = await clients.viewer('PUT', path, []);
      expect(refused.status).toBe(403);
      expect(refused.body.Message).toContain('Product.DeductibleGroups.Edit');
      expect((await clients.viewer('GET', path)).status).toBe(200);
      expect((await clients.nobody('GET', path)).status).toBe(401);
    });

    it('a read-only product keeps its groups', async () => {
      const active = (await admin('GET', `/product?pageSize=1&${filter('ProductStateType.Name', 'Active')}`))
        .body.Items[0];
      const own = (await admin('GET', `/product/${active.Id}/components?pageSize=1`)).body.Items;
      const body = own.map(({ Id }: { Id: string }) => ({ ComponentId: Id, GroupNumber: 1 }));
      expect((await admin('PUT', `/product/${active.Id}/deductibleGroups`, body)).status).toBe(422);
    });

    it('sample data: two products have groups', async () => {
      const { Items } = (await admin('GET', '/product?pageSize=0')).body;
      expect(
        Items.filter((one: { DeductibleGroups: unknown[] }) => one.DeductibleGroups.length > 3).length,
      ).toBe(2);
    });
  });
}
