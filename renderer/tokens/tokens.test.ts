import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync('renderer/tokens/tokens.css', 'utf8');
const tokens = new Map(
  [...css.matchAll(/^\s+(--[\w-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value.trim()]),
);

// Text beside the surface it stands on (WCAG 2.2, 1.4.3: 4.5), edges and focus beside it (1.4.11: 3).
const pairs: readonly (readonly [front: string, back: string, least: number])[] = [
  ...['--color-canvas', '--color-surface', '--color-surface-raised', '--color-surface-hover'].flatMap(
    (back) =>
      [
        ['--color-text', back, 4.5],
        ['--color-text-secondary', back, 4.5],
        ['--color-text-tertiary', back, 4.5],
        ['--color-accent-text', back, 4.5],
        ['--color-danger-text', back, 4.5],
      ] as const,
  ),
  ['--color-text-tertiary', '--control-background', 4.5],
  ['--color-text-secondary', '--color-surface-active', 4.5],
  ['--color-on-accent', '--color-accent', 4.5],
  ['--color-on-accent', '--color-accent-hover', 4.5],
  ['--color-on-accent', '--color-danger', 4.5],
  ['--color-accent-text', '--color-accent-tint', 4.5],
  ['--color-text', '--color-accent-tint', 4.5],
  ['--color-text', '--color-accent-tint-strong', 4.5],
  ['--color-danger-text', '--color-danger-tint', 4.5],
  ['--color-warning-text', '--color-warning-tint', 4.5],
  ['--color-success-text', '--color-success-tint', 4.5],
  ['--color-warning-text', '--color-surface', 4.5],
  ['--tooltip-text', '--tooltip-background', 4.5],
  ['--control-border', '--color-surface', 3],
  ['--control-border', '--control-background', 3],
  ['--color-focus', '--color-surface', 3],
  ['--color-focus', '--color-canvas', 3],
];

it('every pair of colours that meet can be told apart, light and dark', () => {
  const weak = (['light', 'dark'] as const).flatMap((theme) =>
    pairs
      .map(([front, back, least]) => ({
        front,
        back,
        least,
        has: contrast(resolve(front, theme), resolve(back, theme)),
      }))
      .filter(({ has, least }) => has < least)
      .map(({ front, back, has }) => `${theme}: ${front} on ${back} has ${has.toFixed(2)}`),
  );
  expect(weak).toEqual([]);
});

it('colours and sizes stand in the tokens only', () => {
  const files = styleFiles().filter((file) => !file.endsWith('tokens.css'));
  expect(files.length).toBeGreaterThan(15);
  const strays = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      // A media query cannot read a custom property.
      .filter((line) => !/^@(media|container)/.test(line))
      .filter((line) => /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\d(px|rem|pt)\b/i.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(strays).toEqual([]);
});

it('no part of a page keeps the wheel to itself: at its end the page scrolls on', () => {
  const traps = styleFiles().filter((file) =>
    /overscroll-behavior(-block|-y)?:\s*(contain|none)/.test(readFileSync(file, 'utf8')),
  );
  expect(traps).toEqual([]);
});

it('every token that is read is there', () => {
  const files = styleFiles();
  const given = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
    ),
  );
  // Set by React Aria on its popovers, and by the grid on its cells.
  const fromScript = /^--(trigger-width|tree-item-level|column-|pin-|row-|grid-cell)/;
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/var\((--[\w-]+)(?=\))/g)]
      .map(([, name = '']) => name)
      .filter((name) => !given.has(name) && !fromScript.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

function styleFiles(): readonly string[] {
  const files = readdirSync('renderer', { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.css')).map((file) => `renderer/${file}`);
}

type Theme = 'light' | 'dark';

function resolve(name: string, theme: Theme): string {
  const value = tokens.get(name) ?? '';
  const [, light = '', dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  const chosen = light ? { light, dark }[theme] : value;
  const [, next] = /^var\((--[\w-]+)\)$/.exec(chosen) ?? [];
  return next ? resolve(next, theme) : chosen;
}

function contrast(front: string, back: string): number {
  const [a, b] = [luminance(front), luminance(back)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
