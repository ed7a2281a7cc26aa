import { readTokens } from '#renderer';

/** The style sheet of all tokens. */
export const [styleSheet = ''] = Object.values(
  import.meta.glob<string>('../../renderer/tokens/tokens.css', {
    eager: true,
    import: 'default',
    query: '?raw',
  }),
);

/** The current tokens of the product. */
export const tokens = readTokens(styleSheet);

const names = [...styleSheet.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name = '']) => name);

/** Token names with this prefix, in the order of the style sheet. */
export function tokensOf(start: string): readonly string[] {
  return [...new Set(names)].filter((name) => name.startsWith(start));
}

/** The computed size of a token: `--space-4` → `16px`. */
export function measured(name: string): string {
  const probe = document.createElement('div');
  probe.style.width = `var(${name})`;
  document.body.append(probe);
  const { width } = getComputedStyle(probe);
  probe.remove();
  return width;
}
