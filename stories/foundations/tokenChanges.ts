/** Token changes that a designer tries out in this browser: every story shows them, and they can be downloaded. */

import { contrast } from '#engine';
import { colourPairs, resolveToken, type Theme } from '#renderer';

export type TokenChanges = Readonly<Record<string, string>>;

const place = 'formwright.storybook.tokens';

/** Tokens whose values are decided here; others follow from them. */
const isOffered = (name: string) => /^--(color|space|radius|text-size|control-height|base-unit)/.test(name);

export const offeredTokens = (tokens: ReadonlyMap<string, string>): readonly string[] =>
  [...tokens.keys()].filter(isOffered);

export function readChanges(): TokenChanges {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    const entries = Object.entries(kept as object).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export function keepChanges(changes: TokenChanges): void {
  localStorage.setItem(place, JSON.stringify(changes));
  applyChanges(changes);
}

const applied = new Set<string>();

/** Puts the changed values on the page, in place of those of the style sheet. */
export function applyChanges(changes: TokenChanges): void {
  const { style } = document.documentElement;
  for (const name of applied) if (!(name in changes)) style.removeProperty(name);
  for (const [name, value] of Object.entries(changes)) style.setProperty(name, value);
  applied.clear();
  for (const name of Object.keys(changes)) applied.add(name);
}

/** Also follows changes that are made in another frame, such as that of a story on a page. */
export function watchChanges(): void {
  applyChanges(readChanges());
  window.addEventListener('storage', ({ key }) => {
    if (key === place) applyChanges(readChanges());
  });
}

/** Whether a browser takes the value for this token: a colour or a length. */
export function fits(name: string, value: string): boolean {
  if (value.trim() === '' || /[;{}]/.test(value)) return false;
  return CSS.supports(name.startsWith('--color') ? 'color' : 'width', value);
}

export type Faint = {
  readonly front: string;
  readonly back: string;
  readonly theme: Theme;
  readonly has: number;
  readonly least: number;
};

/** Pairs of colours that a change makes too faint to read. */
export function faintPairs(tokens: ReadonlyMap<string, string>, changes: TokenChanges): readonly Faint[] {
  const changed = new Map([...tokens, ...Object.entries(changes)]);
  const measure = (all: ReadonlyMap<string, string>, front: string, back: string, theme: Theme) =>
    contrast(resolveToken(all, front, theme), resolveToken(all, back, theme));
  return (['light', 'dark'] as const).flatMap((theme) =>
    colourPairs.flatMap(([front, back, least]) => {
      const has = measure(changed, front, back, theme);
      const isWorse = has < measure(tokens, front, back, theme);
      return has < least && isWorse ? [{ front, back, theme, has, least }] : [];
    }),
  );
}

/** Only the changes, as a style sheet to load after `tokens.css`. */
export function sheetOf(changes: TokenChanges): string {
  const lines = Object.entries(changes).map(([name, value]) => `  ${name}: ${value};\n`);
  return `:root {\n${lines.join('')}}\n`;
}
