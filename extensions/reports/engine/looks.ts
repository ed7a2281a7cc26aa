/** Text and box styles from style properties, fixed in the definition or computed per row. */
import { inTable } from './inTable.ts';
import type { LookName, Padding, TextStyle } from './types.ts';

type Look = Partial<Omit<TextStyle, 'padding'>> & { readonly padding?: Partial<Padding> };

/** Families that reports use; all others are sans serif, as the typeface of the application is. */
const families: Readonly<Record<string, NonNullable<TextStyle['family']>>> = {
  ...{ 'times new roman': 'serif', times: 'serif', georgia: 'serif', cambria: 'serif', garamond: 'serif' },
  ...{ 'palatino linotype': 'serif', palatino: 'serif', 'book antiqua': 'serif', constantia: 'serif' },
  ...{ 'century schoolbook': 'serif', 'bookman old style': 'serif', baskerville: 'serif', serif: 'serif' },
  ...{ 'courier new': 'mono', courier: 'mono', consolas: 'mono', 'lucida console': 'mono', menlo: 'mono' },
  ...{ monaco: 'mono', 'cascadia code': 'mono', 'cascadia mono': 'mono', 'dejavu sans mono': 'mono' },
  monospace: 'mono',
};

const decorations: Readonly<Record<string, NonNullable<TextStyle['line']>>> = {
  ...{ underline: 'under', linethrough: 'through', overline: 'over' },
};

const units: Readonly<Record<string, number>> = { in: 72, cm: 72 / 2.54, mm: 72 / 25.4, pt: 1, pc: 12 };

/** `1.5in` in points; undefined if it is not a size. */
export function pointsOf(text: string): number | undefined {
  const match = /^\+?(\d{1,4}(?:\.\d{0,40})?|\.\d{1,40})\s*(in|cm|mm|pt|pc)$/.exec(text.trim().toLowerCase());
  return match ? Number(match[1]) * (units[match[2] ?? 'pt'] ?? 1) : undefined;
}

const within = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && value >= least && value <= most;

/** Wider would leave no room for the text. */
const mostPadding = 360;

const padded =
  (side: keyof Padding) =>
  (text: string): Look => {
    const points = pointsOf(text);
    return points === undefined ? {} : { padding: { [side]: Math.min(mostPadding, points) } };
  };

const readers: Readonly<Record<LookName, (text: string) => Look>> = {
  FontWeight: (text: string): Look => ({
    bold: /^(?:(?:semi|extra|ultra)?bold|heavy|black|[6-9]00)$/i.test(text),
  }),
  FontStyle: (text: string): Look => ({ italic: /^(?:italic|oblique)$/i.test(text) }),
  FontSize: (text: string): Look => {
    const size = pointsOf(text);
    return within(size, 4, 72) ? { size } : {};
  },
  FontFamily: (text: string): Look => {
    const family = inTable(families, text.trim().toLowerCase());
    return family ? { family } : {};
  },
  TextDecoration: (text: string): Look => {
    const line = inTable(decorations, text.trim().toLowerCase());
    return line ? { line } : {};
  },
  TextAlign: (text: string): Look => {
    const align = text.trim().toLowerCase();
    return align === 'left' || align === 'center' || align === 'right' ? { align } : {};
  },
  VerticalAlign: (text: string): Look => {
    const vertical = text.trim().toLowerCase();
    return vertical === 'middle' || vertical === 'bottom' ? { vertical } : {};
  },
  LineHeight: (text: string): Look => {
    const lineHeight = pointsOf(text);
    return within(lineHeight, 4, 200) ? { lineHeight } : {};
  },
  PaddingTop: padded('top'),
  PaddingRight: padded('right'),
  PaddingBottom: padded('bottom'),
  PaddingLeft: padded('left'),
};

export const lookNames = Object.keys(readers) as readonly LookName[];

const none: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

/** The style with the given properties. */
export function withLooks<Style extends Pick<TextStyle, 'padding'>>(
  style: Style,
  said: readonly { readonly name: LookName; readonly text: string }[],
): Style {
  return said.reduce((all, { name, text }) => {
    const { padding, ...look } = readers[name](text);
    const own = padding ? { padding: { ...(all.padding ?? none), ...padding } } : {};
    return { ...all, ...look, ...own };
  }, style);
}
