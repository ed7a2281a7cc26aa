import type { Theme } from '#renderer';

/** A token of the Design Tokens Format Module 2025.10 (https://www.designtokens.org/tr/2025.10/format/). */
type DesignToken = { readonly $type?: string; readonly $value: unknown };
type DesignTokens = Readonly<Record<string, Readonly<Record<string, DesignToken>>>>;

/**
 * The tokens as a Design Tokens file of one theme. The first word of a name is its group; a token that is only
 * another token stays an alias.
 * @returns also the names whose values the format cannot express, such as `min()`
 */
export function designTokensOf(
  tokens: ReadonlyMap<string, string>,
  theme: Theme,
): { readonly file: DesignTokens; readonly left: readonly string[] } {
  const file: Record<string, Record<string, DesignToken>> = {};
  const left: string[] = [];
  const unit = Number.parseFloat(tokens.get('--base-unit') ?? '');
  for (const [name, value] of tokens) {
    const token = tokenOf(inTheme(value, theme), unit);
    const [group, own] = pathOf(name);
    if (token) file[group] = { ...file[group], [own]: token };
    else left.push(name);
  }
  return { file, left };
}

/** `--color-text-secondary` → `color`, `text-secondary`; a name of one word is the default of its group. */
function pathOf(name: string): readonly [group: string, own: string] {
  const [group = '', ...rest] = name.slice(2).split('-');
  return [group, rest.join('-') || 'default'];
}

function inTheme(value: string, theme: Theme): string {
  const [, light, dark] = /^light-dark\(((?:[^,()]|\([^()]*\))+), (.+)\)$/.exec(value) ?? [];
  return (theme === 'light' ? light : dark) ?? value;
}

function tokenOf(value: string, unit: number): DesignToken | undefined {
  const [, alias] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (alias) return { $value: `{${pathOf(alias).join('.')}}` };
  return colourOf(value) ?? sizeOf(value, unit) ?? otherOf(value);
}

function colourOf(value: string): DesignToken | undefined {
  const hex = /^#([0-9a-f]{6})$/.exec(value)?.[1];
  if (hex) return colour([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  const [, r, g, b, alpha] = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value) ?? [];
  return alpha === undefined ? undefined : colour([r, g, b].map(Number), Number(alpha));
}

function colour(parts: readonly number[], alpha = 1): DesignToken {
  const components = parts.map((part) => Math.round((part / 255) * 10_000) / 10_000);
  const hex = `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  return { $type: 'color', $value: { colorSpace: 'srgb', components, alpha, hex } };
}

/** `16px`, or a product or quotient of the base unit. */
function sizeOf(value: string, unit: number): DesignToken | undefined {
  const [, length, own] = /^(-?[\d.]+)(px|pt)$/.exec(value) ?? [];
  // The format knows pixels and rems only: a point is four thirds of a pixel.
  if (length) return dimension(own === 'pt' ? (Number(length) * 4) / 3 : Number(length));
  const [, sign, factor] = /^calc\(var\(--base-unit\) ([*/]) ([\d.]+)\)$/.exec(value) ?? [];
  if (!factor) return undefined;
  return dimension(sign === '*' ? unit * Number(factor) : unit / Number(factor));
}

const dimension = (pixels: number): DesignToken => ({
  $type: 'dimension',
  $value: { value: pixels, unit: 'px' },
});

function otherOf(value: string): DesignToken | undefined {
  const [, time] = /^(\d+)ms$/.exec(value) ?? [];
  if (time) return { $type: 'duration', $value: { value: Number(time), unit: 'ms' } };
  const [, curve] = /^cubic-bezier\(([^)]+)\)$/.exec(value) ?? [];
  if (curve) return { $type: 'cubicBezier', $value: curve.split(',').map(Number) };
  if (/^[\d.]+$/.test(value)) return { $type: 'number', $value: Number(value) };
  if (/(sans-serif|monospace|cursive)$/.test(value))
    return { $type: 'fontFamily', $value: value.split(',').map((font) => font.trim().replaceAll('"', '')) };
  return shadowOf(value);
}

/** `0 1px 2px var(--color-shadow)`, one or several. */
function shadowOf(value: string): DesignToken | undefined {
  const parts = value
    .split(', ')
    .map((part) => /^(0|-?\d+px) (0|-?\d+px) (\d+px) var\((--[\w-]+)\)$/.exec(part));
  const shadows = parts.flatMap((part) => {
    const [, x = '', y = '', blur = '', token = ''] = part ?? [];
    const length = (text: string) => dimension(Number.parseInt(text, 10)).$value;
    const color = `{${pathOf(token).join('.')}}`;
    return part
      ? [{ color, offsetX: length(x), offsetY: length(y), blur: length(blur), spread: length('0') }]
      : [];
  });
  return shadows.length === parts.length ? { $type: 'shadow', $value: shadows } : undefined;
}
