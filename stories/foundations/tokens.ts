import { readTokens } from '#renderer';

const [css = ''] = Object.values(
  import.meta.glob<string>('../../renderer/tokens/tokens.css', {
    eager: true,
    import: 'default',
    query: '?raw',
  }),
);

/** The tokens as the product has them now. */
export const tokens = readTokens(css);

const names = [...css.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name = '']) => name);

/** Names of tokens with this start, in the order of the style sheet, each once. */
export function tokensOf(start: string): readonly string[] {
  return [...new Set(names)].filter((name) => name.startsWith(start));
}

/** What a token comes to in the page: `--space-4` → `16px`. */
export function measured(name: string): string {
  const probe = document.createElement('div');
  probe.style.width = `var(${name})`;
  document.body.append(probe);
  const { width } = getComputedStyle(probe);
  probe.remove();
  return width;
}
