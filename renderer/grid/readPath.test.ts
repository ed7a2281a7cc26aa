import { expect, it } from 'vitest';
import { readPath } from './readPath.ts';

it('a path follows references and spans all rows of a list', () => {
  const record = {
    Brand: { Name: 'Aster' },
    Parts: [{ Name: 'Lid', Maker: { Name: 'Acme' } }, { Name: 'Hinge' }, { Maker: { Name: 'Bolt' } }],
  };
  expect(readPath(record, 'Brand.Name')).toBe('Aster');
  expect(readPath(record, 'Parts.Name')).toEqual(['Lid', 'Hinge']);
  expect(readPath(record, 'Parts.Maker.Name')).toEqual(['Acme', 'Bolt']);
  expect(readPath(record, 'Brand.Parent.Name')).toBeUndefined();
});
