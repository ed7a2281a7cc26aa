import { expect, it } from 'vitest';
import { type AddedKind, fieldTraits } from '#engine';
import { addKindViews, writtenView } from './addKindViews.ts';
import { kindViews } from './registry.ts';

const tint = { ...fieldTraits.line, name: 'tint' } as AddedKind;
const engine = [{ id: 'paint', fields: [tint] }];

it('adds kinds of extensions with their views', () => {
  const drawing = [{ id: 'paint', fields: [writtenView('tint')] }];
  expect(addKindViews(engine, drawing)).toBe(drawing);
  expect(kindViews).toHaveProperty('tint.widget', 'written');
});

it('refuses a kind without a view, and a view without a kind', () => {
  expect(() => addKindViews(engine, [{ id: 'paint' }])).toThrow(
    '“tint” of the extension “paint” has no view',
  );
  expect(() => addKindViews([], [{ id: 'ink', fields: [writtenView('shine')] }])).toThrow(
    '“shine” of the extension “ink” has no definition',
  );
});
