import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accentGrounds, contrast, standardAccent } from '#engine';
import { colourPairs, readTokens, resolveToken } from './readTokens.ts';

const css = readFileSync('renderer/tokens/tokens.css', 'utf8');
const tokens = readTokens(css);

it('every pair of adjacent colours has enough contrast, light and dark', () => {
  const weak = (['light', 'dark'] as const).flatMap((theme) =>
    colourPairs
      .map(([front, back, least]) => ({
        front,
        back,
        least,
        has: contrast(resolveToken(tokens, front, theme), resolveToken(tokens, back, theme)),
      }))
      .filter(({ has, least }) => has < least)
      .map(({ front, back, has }) => `${theme}: ${front} on ${back} has ${has.toFixed(2)}`),
  );
  expect(weak).toEqual([]);
});

it('accents of a client are checked on the grounds of the style sheet', () => {
  const grounds = ['--color-surface', '--color-canvas', '--color-surface-raised', '--color-surface-hover'];
  for (const theme of ['light', 'dark'] as const) {
    const known: readonly string[] = accentGrounds[theme].grounds;
    for (const name of grounds) expect(known, name).toContain(resolveToken(tokens, name, theme));
    expect(resolveToken(tokens, '--color-surface', theme)).toBe(accentGrounds[theme].surface);
  }
});

it('the standard accent is that of the style sheet', () => {
  for (const theme of ['light', 'dark'] as const)
    expect(resolveToken(tokens, '--color-accent', theme)).toBe(standardAccent[theme]);
});

it('colours and sizes are defined in the tokens only', () => {
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

it('no part of a page traps the wheel: the page scrolls on at its end', () => {
  const traps = styleFiles().filter((file) =>
    /overscroll-behavior(-block|-y)?:\s*(contain|none)/.test(readFileSync(file, 'utf8')),
  );
  expect(traps).toEqual([]);
});

it('every token in use is defined', () => {
  const files = styleFiles();
  const given = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
    ),
  );
  // Set by React Aria on its popovers, by the grid on its cells, by forms on their fields, and by paper.
  const fromScript = /^--(trigger-width|tree-item-level|column-|pin-|row-|grid-cell|twelfths|paper-)/;
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
