import { expect, it } from 'vitest';
import {
  type AccentTheme,
  accentContrast,
  accentShades,
  contrast,
  leastContrast,
  readableAccent,
} from './accent.ts';

const themes: readonly AccentTheme[] = ['light', 'dark'];
const hues = [
  '#ff0000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#777777',
  '#000000',
  '#ffffff',
];

it('a colour is offered for every colour, in both themes, and it passes', () => {
  for (const theme of themes)
    for (const hue of hues) {
      const offered = readableAccent(hue, theme);
      expect(accentContrast(offered, theme), `${hue} ${theme}`).toBeGreaterThanOrEqual(leastContrast);
      expect(readableAccent(offered, theme)).toBe(offered);
    }
});

it('the offered colour is the nearest one: a step less would fail', () => {
  expect(readableAccent('#ffff00', 'dark')).toBe('#ffff00');
  const offered = readableAccent('#ff0000', 'light') ?? '';
  expect(offered).toMatch(/^#[c-e][0-9a-f]0000$/);
  const lighter = `#${(Number.parseInt(offered.slice(1, 3), 16) + 2).toString(16)}0000`;
  expect(accentContrast(lighter, 'light')).toBeLessThan(leastContrast);
});

it('text on the accent and on its hover can be read where the accent passes', () => {
  for (const theme of themes)
    for (const hue of hues) {
      const { accent, hover, on } = accentShades(readableAccent(hue, theme), theme) ?? {};
      for (const ground of [accent, hover])
        expect(contrast(String(on), String(ground)), `${hue} ${theme}`).toBeGreaterThanOrEqual(leastContrast);
    }
});

it('a ratio is rounded down, and other texts have none', () => {
  expect(accentContrast('#ffff00', 'light')).toBe(1);
  for (const text of ['red', '#fff', '#12345g', '', null, 5]) {
    expect(accentContrast(text, 'light')).toBeUndefined();
    expect(readableAccent(text, 'dark')).toBeUndefined();
    expect(accentShades(text, 'dark')).toBeUndefined();
  }
});
