import { expect, it } from 'vitest';
import { compareWithJsonata, expressionCases } from '../support/expressionCases.ts';

it('20,000 generated expressions give the same result as jsonata', async () => {
  const cases = expressionCases({ expressions: 4_000, scopes: 6, seed: 20_261_120 });
  const { compared, refused, differences } = await compareWithJsonata(cases);
  expect(differences.slice(0, 3)).toEqual([]);
  expect(compared).toBeGreaterThan(20_000);
  expect(refused).toBeLessThan(cases.length / 10);
});
