import { expect, it } from 'vitest';
import { windowTitle } from './usePageTitle.ts';

it('the window title runs from record to application, each part once', () => {
  expect(windowTitle(['GAP', 'GAP', 'Product version 2.1', 'Products'], 'Formwright')).toBe(
    'GAP · Product version 2.1 · Products · Formwright',
  );
  expect(windowTitle(['', ''], 'Formwright')).toBe('Formwright');
});
