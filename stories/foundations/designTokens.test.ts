import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTokens, resolveToken } from '#renderer';
import { designTokensOf } from './designTokens.ts';

const tokens = readTokens(readFileSync('renderer/tokens/tokens.css', 'utf8'));

describe.each(['light', 'dark'] as const)('Design Tokens of the %s theme', (theme) => {
  const { file, left } = designTokensOf(tokens, theme);
  const find = (group = '', own = '') => file[group]?.[own];

  it('hold every token but composed ones', () => {
    expect(left.filter((name) => !/^--(popover-|bell-)/.test(name))).toEqual([]);
    const count = Object.values(file).reduce((sum, group) => sum + Object.keys(group).length, 0);
    expect(count + left.length).toBe(tokens.size);
  });

  it('have the colours of the style sheet', () => {
    const colours = [...tokens.keys()].filter((name) => /^#/.test(resolveToken(tokens, name, theme)));
    expect(colours.length).toBeGreaterThan(100);
    for (const name of colours)
      expect([name, hexOf(name)]).toEqual([name, resolveToken(tokens, name, theme)]);
  });

  it('have aliases that lead to a token', () => {
    const aliases = Object.values(file)
      .flatMap((group) => Object.values(group))
      .flatMap(({ $value }) => (typeof $value === 'string' ? [$value] : []));
    expect(aliases.length).toBeGreaterThan(50);
    expect(aliases.filter((alias) => find(...alias.slice(1, -1).split('.')) === undefined)).toEqual([]);
  });

  function hexOf(name: string): string | undefined {
    const [group = '', ...rest] = name.slice(2).split('-');
    let token = find(group, rest.join('-') || 'default');
    while (typeof token?.$value === 'string') token = find(...token.$value.slice(1, -1).split('.'));
    return (token?.$value as { hex?: string } | undefined)?.hex;
  }
});
