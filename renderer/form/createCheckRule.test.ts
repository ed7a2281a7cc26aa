import { expect, it } from 'vitest';
import type { Api } from '../data/createApi.ts';
import { createCheckRule } from './createCheckRule.ts';

it('links only to pages that the person may open', async () => {
  const Operands = [
    { SourceName: 'Policy.TermMonth', Page: '/open' },
    { SourceName: 'Vehicle.CPO', Page: '/closed' },
    { SourceName: 'Vehicle.VIN' },
  ];
  const api = { send: async () => ({ Operands, Used: ['Vehicle.CPO'] }) } as unknown as Api;
  const check = createCheckRule({ api, mayOpen: (address) => address === '/open' });
  const answer = await check({ entity: 'plan', field: 'Rule', record: {}, text: '', cases: [] });
  expect(answer).toEqual({
    Operands: [
      { SourceName: 'Policy.TermMonth', Page: '/open' },
      { SourceName: 'Vehicle.CPO' },
      { SourceName: 'Vehicle.VIN' },
    ],
    Used: ['Vehicle.CPO'],
  });
});
