import { expect, it } from 'vitest';
import type { GridBlock } from '../types/modelTypes.ts';
import { readGridAddress } from './gridAddress.ts';
import { restoreSnapshot } from './restoreSnapshot.ts';

const filter = (path: string, operator: string) => ({
  ...{ path, operator, title: path, minimumLength: 0, kind: 'text' },
});
const block = {
  ...{ id: 'list', filters: [filter('Name', 'words'), filter('Code', 'contains')] },
  ...{ columns: [], sort: [], pageSize: 10 },
} as unknown as GridBlock;

it('C3: views and links from before the words operator still filter the list', () => {
  const { filters } = restoreSnapshot(block, { filters: { 'Name:contains': 'care', 'Code:contains': 'A' } });
  expect(filters).toEqual({ 'Name:words': 'care', 'Code:contains': 'A' });
  const now = restoreSnapshot(block, { filters: { 'Name:words': 'new', 'Name:contains': 'old' } });
  expect(now.filters).toEqual({ 'Name:words': 'new' });
  expect(readGridAddress(block, 'Name.contains=care')?.filters).toEqual({ 'Name:words': 'care' });
  expect(readGridAddress(block, 'Name.words=care')?.filters).toEqual({ 'Name:words': 'care' });
});
