import { expect, it } from 'vitest';
import { fillPath } from './fillPath.ts';

const sources = {
  root: { Id: 'r1', Brand: { Code: 'A/B' } },
  route: { productId: 'p1' },
  data: { product: { Id: 'd1' } },
};

it('takes names from the record, the route and the data of the screen', () => {
  expect(fillPath('/products/{Id}', sources)).toBe('/products/r1');
  expect(fillPath('/products/{route.productId}/plans/{Id}', sources)).toBe('/products/p1/plans/r1');
  expect(fillPath('/x/{data.product.Id}', sources)).toBe('/x/d1');
});

it('encodes values, so that none can escape its segment of the path', () => {
  expect(fillPath('/brand/{Brand.Code}', sources)).toBe('/brand/A%2FB');
});

it('leaves an unknown name empty', () => {
  expect(fillPath('/x/{Nothing}/{route.nothing.deep}', sources)).toBe('/x//');
});
