import { expect, it } from 'vitest';
import { escapeMarkup, unescapeMarkup } from './markup.ts';

it('a value cannot bring markup of its own, and reads as it was typed', () => {
  const escaped = escapeMarkup('<b>bold</b>') as string;
  expect(escaped).not.toContain('<');
  expect(unescapeMarkup(escaped)).toBe('<b>bold</b>');
  expect(escapeMarkup(3)).toBe(3);
});
