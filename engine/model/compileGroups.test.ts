import { expect, it } from 'vitest';
import { findingsOf, modelOfFiles } from './testDeclarations.ts';

const links = (id: string, ...to: readonly string[]) => ({
  kind: 'links',
  id,
  links: to.map((address) => ({ label: 'shop.link', to: address })),
});
const files = (groups: unknown, blocks: readonly object[] = [links('a'), links('b'), links('top')]) => ({
  'screens/shop/shop.json': {
    id: 'shop',
    route: '/shops/:shopId',
    access: 'login',
    title: 'shop.title',
    blocks,
    ...(groups ? { groups } : {}),
  },
});
const problems = (...given: Parameters<typeof files>) =>
  findingsOf(files(...given))
    .map(({ message }) => message)
    .filter((message) => !message.startsWith('The message'));
const group = (id: string, ...blocks: readonly string[]) => ({ id, title: 'shop.group', blocks });

it('a screen has groups in declared order; other blocks are above them', () => {
  const groups = [group('one', 'b'), group('two', 'a')];
  expect(problems(groups)).toEqual([]);
  expect(modelOfFiles(files(groups)).screens.get('shop')?.groups).toMatchObject([
    { id: 'one', blocks: ['b'] },
    { id: 'two', blocks: ['a'] },
  ]);
  expect(modelOfFiles(files(undefined)).screens.get('shop')?.groups).toEqual([]);
});

it('groups are checked: existing blocks, each once, unique ids, more than one group', () => {
  expect(problems([group('one', 'a'), group('two', 'c')])).toEqual([expect.stringContaining('no block c')]);
  expect(problems([group('one', 'a'), group('two', 'b', 'a')])).toEqual([
    expect.stringContaining('already in the group one'),
  ]);
  expect(problems([group('one', 'a'), group('b', 'b')])).toEqual([
    expect.stringContaining('b is a block or a group'),
  ]);
  expect(problems([group('one', 'a'), group('one', 'b')])).toEqual([
    expect.stringContaining('one is a block'),
  ]);
  expect(problems([group('one', 'a')])).not.toEqual([]);
});

it('an address with a section must name one of its screen', () => {
  const with_ = (...to: readonly string[]) =>
    problems([group('one', 'a'), group('two', 'b')], [links('a', ...to), links('b')]);
  expect(with_('#b', '#two', '/shops/{route.shopId}#a', '/shops/{route.shopId}')).toEqual([]);
  expect(with_('/elsewhere#x')).toEqual([expect.stringContaining('/elsewhere#x leads to no screen.')]);
  expect(with_('#c')).toEqual([expect.stringContaining('#c leads to a section')]);
  expect(with_('/shops/{route.shopId}#block-a')).toEqual([expect.stringContaining('the screen shop')]);
});
