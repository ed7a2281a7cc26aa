/** Reads tokens from the style sheet, for the contrast test and the pages that show them. */
export type Theme = 'light' | 'dark';

/** Colour pairs and their least contrast: 4.5 for text (WCAG 2.2, 1.4.3), 3 for edges and focus (1.4.11). */
export const colourPairs: readonly (readonly [front: string, back: string, least: number])[] = [
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
  ['--button-danger-text', '--color-danger', 4.5],
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

/** Every token with its value, in the order of the style sheet; the first definition wins. */
export function readTokens(css: string): ReadonlyMap<string, string> {
  const said = [...css.matchAll(/^\s+(--[\w-]+):\s*([^;]+);/gm)];
  return new Map(said.reverse().map(([, name = '', value = '']) => [name, value.trim()]));
}

/** Resolves a token to its final value in a theme. */
export function resolveToken(tokens: ReadonlyMap<string, string>, name: string, theme: Theme): string {
  const value = tokens.get(name) ?? '';
  const [, light = '', dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
  const chosen = light ? { light, dark }[theme] : value;
  const [, next] = /^var\((--[\w-]+)\)$/.exec(chosen) ?? [];
  return next ? resolveToken(tokens, next, theme) : chosen;
}
