import { expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { namedRecord } from './namedRecord.ts';

const named = (stored: readonly DataRecord[], draft: DataRecord = {}) =>
  namedRecord(
    {
      call: { runtime: {} },
      session: {
        find: async ({ page }: { page: { size: number } }) => ({ items: stored.slice(0, page.size) }),
      },
    } as unknown as WriteScope,
    { entity: { id: 'product', rules: { options: [] } } } as unknown as EntityPlan,
    {
      field: {
        name: 'BrandId',
        ref: { entity: 'brand' },
        expand: { as: 'Brand', fields: ['Name'] },
      } as never,
      name: 'Acme',
      draft,
    },
    new Map(),
  );

const [one, two] = [
  { Id: '1', Name: 'Acme', Secret: 'x' },
  { Id: '2', Name: 'Acme' },
];

it('returns the one record of that name, in answer shape', async () => {
  expect(await named([one])).toEqual({ Id: '1', Name: 'Acme' });
  expect(await named([])).toBeUndefined();
});

it('does not guess among several of one name, unless one of them is the current value', async () => {
  expect(await named([one, two])).toBe('several');
  expect(await named([one, two], { Brand: two })).toEqual(two);
});
