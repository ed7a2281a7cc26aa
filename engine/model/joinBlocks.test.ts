import { describe, expect, it } from 'vitest';
import { joinBlocks, writtenAt } from './joinBlocks.ts';

const screen = 'screens/catalogue/product.json';
const plans = 'screens/catalogue/product/plans.json';
const files = [
  { file: screen, json: { id: 'product', blocks: [{ id: 'summary' }] } },
  { file: plans, json: { $schema: 'block.schema.json', id: 'plans' } },
  { file: 'screens/catalogue/other/lost.json', json: { id: 'lost' } },
];

describe('a screen in several files', () => {
  it('is joined: its own blocks, then those of its folder', () => {
    const [joined, lost] = joinBlocks(files);
    expect(joined?.json).toEqual({ id: 'product', blocks: [{ id: 'summary' }, { id: 'plans' }] });
    expect(lost, 'a block of no screen is left for the check').toBe(files[2]);
  });

  it('has findings in the files where the mistakes are', () => {
    const joined = joinBlocks(files);
    const at = (path: string) => writtenAt(joined, { file: screen, path });
    expect(at('/blocks/1/columns/0')).toEqual({ file: plans, path: '/columns/0' });
    expect(at('/blocks/0/items')).toEqual({ file: screen, path: '/blocks/0/items' });
    expect(at('/title')).toEqual({ file: screen, path: '/title' });
  });

  it('is unchanged when it is not a screen', () => {
    const broken = [
      { file: screen, json: 'text' },
      { file: plans, json: { id: 'plans' } },
    ];
    expect(joinBlocks(broken)).toEqual(broken);
  });
});
