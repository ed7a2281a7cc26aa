import { describe, expect, it } from 'vitest';
import { accentTokens } from './brand.ts';

const series = (Accent: string) =>
  Object.entries(accentTokens({ Accent, AccentDark: null })).filter(([name]) => name.startsWith('--chart'));
const standard = 'light-dark(var(--base-accent-600), var(--base-accent-400))';

describe('the accent of a brand', () => {
  it('is the first colour of charts, in both themes', () => {
    const tokens = accentTokens({ Accent: '#7a1f6b', AccentDark: '#e0a3d6' });
    expect(tokens['--color-accent']).toBe('light-dark(#7a1f6b, #e0a3d6)');
    expect(series('#7a1f6b').map(([name]) => name)).toEqual(['--chart-series-1']);
    expect(accentTokens({ Accent: null, AccentDark: null })).toEqual({});
  });

  it.each([
    ['amber', '#9a5b00', '--chart-series-2'],
    ['green', '#1a7f4b', '--chart-series-3'],
    ['red', '#b3261e', '--chart-series-4'],
    ['grey', '#555555', '--chart-series-5'],
  ])('gives way to no other colour of a chart that looks like it: %s', (_, accent, token) => {
    expect(series(accent)).toEqual([
      ['--chart-series-1', expect.stringContaining(accent)],
      [token, standard],
    ]);
  });
});
