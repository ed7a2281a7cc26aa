import { expect, it } from 'vitest';
import { escapeMarkup, unescapeMarkup } from './markup.ts';

it('a value cannot inject markup, and reads as typed', () => {
  const escaped = escapeMarkup('<b>bold</b>') as string;
  expect(escaped).not.toContain('<');
  expect(unescapeMarkup(escaped)).toBe('<b>bold</b>');
  expect(escapeMarkup(3)).toBe(3);
});
