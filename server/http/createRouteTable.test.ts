import { expect, it } from 'vitest';
import { createRouteTable, type Endpoint } from './createRouteTable.ts';

const id = '01900000-0000-7000-8000-00000000000a';
const other = '01900000-0000-7000-8000-00000000000b';

const endpoint = (method: string, path: string, ids: readonly string[] = ['id']): Endpoint => ({
  method,
  path,
  ids,
  access: { kind: 'login' },
  handle: () => new Response(),
});

const table = createRouteTable([
  endpoint('GET', '/product'),
  endpoint('GET', '/product/plan'),
  endpoint('GET', '/product/{id}'),
  endpoint('PUT', '/product/{id}/launch'),
  endpoint('POST', '/product/{ProductId}/plan/order/', ['ProductId']),
  endpoint('GET', '/product/brands/{id?}'),
  endpoint('GET', '/file/{name}', []),
  endpoint('GET', '/profile/current'),
  endpoint('DELETE', '/profile/{id}'),
]);

function found(method: string, path: string) {
  const match = table.match(method, path);
  return match.kind === 'found' ? [match.endpoint.path, match.params] : match.kind;
}

it('literal paths win over parameters, in any case, with or without a slash at the end', () => {
  expect(found('GET', '/Product/PLAN/')).toEqual(['/product/plan', {}]);
  expect(found('GET', `/product/${id}`)).toEqual(['/product/{id}', { id }]);
  expect(found('POST', `/product/${id}/plan/order`)).toEqual([
    '/product/{ProductId}/plan/order/',
    { ProductId: id },
  ]);
});

it('an id parameter matches only an id, and reads it whatever its case; free text keeps its case', () => {
  expect(found('GET', `/product/${id.toUpperCase()}`)).toEqual(['/product/{id}', { id }]);
  expect(found('GET', '/file/Read%20Me.txt')).toEqual(['/file/{name}', { name: 'Read Me.txt' }]);
  expect(table.match('GET', '/product/nonsense')).toMatchObject({ kind: 'bad-id', value: 'nonsense' });
});

it('an optional parameter may be absent', () => {
  expect(found('GET', '/product/brands')).toEqual(['/product/brands/{id?}', {}]);
  expect(found('GET', `/product/brands/${other}`)).toEqual(['/product/brands/{id?}', { id: other }]);
});

it('another method is told apart from another path', () => {
  expect(table.match('POST', '/product/plan')).toEqual({ kind: 'bad-method', allow: ['GET', 'HEAD'] });
  expect(table.match('DELETE', '/profile/current')).toMatchObject({ kind: 'bad-method' });
  expect(found('HEAD', '/product')).toEqual(['/product', {}]);
  for (const path of ['/nothing', '//product', '/product//plan', `/product/${id}/`.concat('/'), '/'])
    expect(found('GET', path), path).toBe('none');
});

it('a broken percent code is the caller’s mistake to hear of', () => {
  expect(() => table.match('GET', '/file/%zz')).toThrow(URIError);
});
