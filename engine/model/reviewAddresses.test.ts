import { describe, expect, it } from 'vitest';
import { findingsOf } from './testDeclarations.ts';

const block = {
  blocks: [{ kind: 'links', id: 'more', links: [{ label: 'more', to: '/things' }] }],
};
const screen = (id: string, route: string, more: object = {}) => ({
  [`screens/area/${id}.json`]: { id, route, access: 'login', title: `${id}.title`, ...block, ...more },
});
const screens = {
  ...screen('things', '/things'),
  ...screen('thing', '/things/:thingId'),
  ...screen('thing-new', '/things/new'),
  ...screen('part', '/things/:thingId/parts/:partId?'),
  ...screen('history', '/history', { blocks: [{ kind: 'widget', id: 'history', widget: 'history' }] }),
  ...screen('red', '/paint/red/:paintId'),
};

/** The findings about an address in the breadcrumb of a screen. */
const saidOf = (to: string) =>
  findingsOf({
    ...screens,
    ...screen('start', '/start/:id', { breadcrumb: [{ text: 'start.title', to }] }),
  })
    .filter(({ path }) => path === '/breadcrumb/0/to')
    .map(({ message }) => message);

describe('the address of a screen', () => {
  it.each([
    '/',
    '/things',
    '/things?sort=Name#more',
    '/Things/',
    '/things/{route.id}',
    '/things/new',
    '/things/{route.id}/parts',
    '/things/{route.id}/parts/{route.id}',
    '/history/thing/1',
    '/paint/{user.Colour}/{route.id}',
    'https://example.com/help',
    '$route.id',
  ])('is valid: %s', (to) => expect(saidOf(to)).toEqual([]));

  it.each([
    ['/thing', '/thing leads to no screen. Did you mean /things?'],
    ['/thing/{route.id}', '/thing/{route.id} leads to no screen. Did you mean /things/:thingId?'],
    ['things', 'things leads to no screen. Did you mean /things?'],
    ['/things/{route.id}/parts/1/2', '/things/{route.id}/parts/1/2 leads to no screen.'],
    ['/paint/{route.id}/{route.id}', '/paint/{route.id}/{route.id} leads to no screen.'],
    ['/nowhere', '/nowhere leads to no screen. Correct it, or declare a screen with that route.'],
  ])('is invalid: %s', (to, message) => expect(saidOf(to)).toEqual([expect.stringContaining(message)]));
});

it('a missing feature is reported once, with the number of uses', () => {
  const said = findingsOf({
    ...screen('a', '/a', { access: 'Thing.Viev' }),
    ...screen('b', '/b', { access: 'Thing.Viev' }),
    ...screen('c', '/c', { access: 'Thing.Lost' }),
  }).filter(({ code }) => code === 'no-feature');
  expect(said.map(({ file, message }) => `${file} ${message}`)).toEqual([
    'screens/area/a.json There is no feature Thing.Viev. Add it to schemas/access/features.json, or correct the name. It is named in 2 places.',
    'screens/area/c.json There is no feature Thing.Lost. Add it to schemas/access/features.json, or correct the name.',
  ]);
});
