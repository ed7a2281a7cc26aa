/** An accent colour: whether it can be read on the screens, and the shades that follow from it. */

export type AccentTheme = 'light' | 'dark';

/** Least contrast of text (WCAG 2.2, 1.4.3); edges of controls need 3, which this includes. */
export const leastContrast = 4.5;

/** Values of `renderer/tokens/tokens.css`: what the accent is read on, and the text on the accent. */
export const accentGrounds = {
  light: { grounds: ['#ffffff', '#f6f7f9', '#eff0f3'], surface: '#ffffff', on: '#ffffff', away: '#000000' },
  dark: {
    grounds: ['#0c0e12', '#13161b', '#191d24', '#20252d'],
    surface: '#13161b',
    on: '#0c0e12',
    away: '#ffffff',
  },
} as const;

/** The accent of an application without one of its own. */
export const standardAccent: Readonly<Record<AccentTheme, string>> = { light: '#4b52d1', dark: '#5f67e8' };

/** Shares of the accent in its tints. */
const tints = { light: [0.07, 0.14], dark: [0.16, 0.26] } as const;
const hoverShare = 0.18;

type AccentShades = {
  readonly accent: string;
  readonly hover: string;
  readonly tint: string;
  readonly tintStrong: string;
  /** Text on the accent. */
  readonly on: string;
};

type Colour = readonly [number, number, number];

/** Undefined if the text is not a colour of six hexadecimal digits. */
function readColour(text: unknown): Colour | undefined {
  if (typeof text !== 'string' || !/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  return [red, green, blue];
}

const writeColour = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The contrast ratio of two colours, 1 to 21 (WCAG). */
export function contrast(front: string, back: string): number {
  const [one, other] = [luminance(front), luminance(back)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(text: string): number {
  const colour = readColour(text);
  if (!colour) throw new Error(`${text} is not a colour of six digits.`);
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(one: Colour, other: Colour, share: number): string {
  return writeColour(one.map((part, at) => part * share + (other[at] ?? 0) * (1 - share)) as never);
}

/** The shades of an accent in a theme; undefined if it is not a colour. */
export function accentShades(text: unknown, theme: AccentTheme): AccentShades | undefined {
  const colour = readColour(text);
  if (!colour) return undefined;
  const { surface, on, away } = accentGrounds[theme];
  const [tint, tintStrong] = tints[theme].map((share) => mixed(colour, readColour(surface) as Colour, share));
  const hover = mixed(readColour(away) as Colour, colour, hoverShare);
  return { accent: writeColour(colour), hover, tint: tint ?? on, tintStrong: tintStrong ?? on, on };
}

/** The lowest contrast of an accent in a theme, as text and below text; undefined if it is not a colour. */
export function accentContrast(text: unknown, theme: AccentTheme): number | undefined {
  const shades = accentShades(text, theme);
  if (!shades) return undefined;
  const { accent, tint, on } = shades;
  const all = [...accentGrounds[theme].grounds, tint, on].map((ground) => contrast(accent, ground));
  // Rounded down: a colour that fails never shows the least contrast.
  return Math.floor(Math.min(...all) * 100) / 100;
}

/** The nearest colour of the same hue that can be read in a theme; undefined if the text is not a colour. */
export function readableAccent(text: unknown, theme: AccentTheme): string | undefined {
  const colour = readColour(text);
  if (!colour) return undefined;
  const passes = (one: string) => (accentContrast(one, theme) ?? 0) >= leastContrast;
  const own = writeColour(colour);
  if (passes(own)) return own;
  const end = readColour(accentGrounds[theme].away) as Colour;
  for (let step = 1; step < steps; step += 1) {
    const next = mixed(end, colour, step / steps);
    if (passes(next)) return next;
  }
  return writeColour(end);
}

const steps = 200;

/** The hue of a colour in degrees; undefined for greys, and for what is not a colour. */
export function hueOf(text: unknown): number | undefined {
  const colour = readColour(text);
  if (!colour) return undefined;
  const [red, green, blue] = colour;
  const [most, least] = [Math.max(...colour), Math.min(...colour)];
  const span = most - least;
  if (span < greySpan) return undefined;
  const sixth =
    most === red
      ? (green - blue) / span
      : most === green
        ? 2 + (blue - red) / span
        : 4 + (red - green) / span;
  return (sixth * 60 + 360) % 360;
}

/** Colours whose parts differ less than this look grey. */
const greySpan = 32;
