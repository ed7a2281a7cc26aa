/** Displayed values of numeric cells: number formats, each compiled once. */
import { SheetError } from './SheetError.ts';
import { dateKind, dateText, elapsedText, isDateFormat } from './serialDate.ts';
import type { DateCell, NumberCell, SheetCell } from './types.ts';

/** The format number of each style, and the codes of custom formats. */
export type FormatTable = {
  readonly styles: readonly number[];
  readonly codes: ReadonlyMap<number, string>;
  readonly is1904: boolean;
  /** Called between formats, each of which takes milliseconds to compile. */
  readonly yieldTurn?: () => Promise<void>;
};

/** Returns the cell for a number and its style. */
export type ShowNumber = (value: number, style: number) => SheetCell;

type Library = typeof import('numfmt');

/** The library is loaded when the first workbook is read. */
export async function createCellFormats({
  styles,
  codes,
  is1904,
  yieldTurn,
}: FormatTable): Promise<ShowNumber> {
  const library = await import('numfmt');
  const formats = new Map<number, Format>();
  for (const id of new Set(styles)) {
    if (formats.size === mostFormats) throw new SheetError('large', 'There are too many formats.');
    formats.set(id, compile(library, id, codes.get(id)));
    await yieldTurn?.();
  }
  return (raw, style) => {
    const value = Number.isSafeInteger(raw) ? raw : Number(raw.toPrecision(15));
    const { kind, code, show, date = 'day' } = formats.get(styles[style] ?? 0) ?? general;
    if (kind === 'date') {
      const text = date === 'elapsed' ? elapsedText(raw) : dateText(raw, is1904, date === 'time');
      const counted = is1904 && date === 'day' ? raw + days1904 : raw;
      const shown = () => format(library, code, counted) ?? text ?? String(value);
      return text === undefined ? value : new ShownDate(text, shown);
    }
    if (!show) return value;
    return new ShownNumber(
      show.number(value),
      show.unit,
      () => format(library, code, value) ?? String(value),
    );
  };
}

/** Excel allows fewer custom formats. */
const mostFormats = 500;
/** Spreadsheets write no longer ones. */
const longestFormat = 255;
const days1904 = 1462;

type Format = {
  readonly kind: 'general' | 'date' | 'number';
  readonly code: string;
  /** For dates: the displayed part. */
  readonly date?: ReturnType<typeof dateKind>;
  readonly show?: { readonly number: (value: number) => number; readonly unit: NumberCell['unit'] };
};

const general: Format = { kind: 'general', code: 'General' };

function compile(library: Library, id: number, own: string | undefined): Format {
  const code = own ?? builtIn.get(id) ?? (isDateFormat(id, undefined) ? isoDay : 'General');
  if (isDateFormat(id, own))
    return { kind: 'date', code: id === 14 ? isoDay : code, date: dateKind(id, own) };
  if (code.length > longestFormat || /^(general|@)$/i.test(code.trim())) return general;
  try {
    const { type, isPercent, maxDecimals, scale } = library.getFormatInfo(code);
    if (type === 'general' || type === 'text') return general;
    const isPlain = (scale === 1 || isPercent) && type !== 'scientific' && type !== 'fraction';
    // A number shown in thousands or as a fraction is displayed shortened; its full value counts.
    const number = isPlain ? (value: number) => rounded(isPercent ? value * 100 : value, maxDecimals) : same;
    return { kind: 'number', code, show: { number, unit: isPercent ? '%' : unitIn(code) } };
  } catch {
    return general;
  }
}

const same = (value: number): number => value;

/** Rounds as spreadsheets display: halves away from zero, ignoring binary noise. */
function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const whole = Math.round(Number((Math.abs(value) * factor).toPrecision(15)));
  return whole === 0 ? 0 : (Math.sign(value) * whole) / factor;
}

/** `[$$-1009]` is a dollar sign, `[$-409]` a language; a quoted sign is displayed like any other. */
function unitIn(code: string): NumberCell['unit'] {
  const bare = code.replace(/\[\$-[^\]]*\]/g, '').replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1');
  if (bare.includes('%')) return '%';
  return bare.includes('$') ? '$' : undefined;
}

function format(library: Library, code: string, value: number): string | undefined {
  try {
    return library.format(code, value).trim();
  } catch {
    return undefined;
  }
}

/** The Canadian date format `2026-11-22`, for formats that depend on the locale. */
const isoDay = 'yyyy-mm-dd';

const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0;-"$"#,##0'],
  [6, '"$"#,##0;-"$"#,##0'],
  [7, '"$"#,##0.00;-"$"#,##0.00'],
  [8, '"$"#,##0.00;-"$"#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'yyyy-mm-dd h:mm'],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [41, '#,##0;(#,##0)'],
  [42, '"$"#,##0;("$"#,##0)'],
  [43, '#,##0.00;(#,##0.00)'],
  [44, '"$"#,##0.00;("$"#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/** The text is formatted on demand, because most callers need only the number. */
class ShownNumber implements NumberCell {
  readonly kind = 'number';
  readonly value: number;
  readonly unit: NumberCell['unit'];
  readonly #shown: () => string;

  constructor(value: number, unit: NumberCell['unit'], shown: () => string) {
    this.value = value;
    this.unit = unit;
    this.#shown = shown;
  }

  get text(): string {
    return this.#shown();
  }
}

class ShownDate implements DateCell {
  readonly kind = 'date';
  readonly value: string;
  readonly #shown: () => string;

  constructor(value: string, shown: () => string) {
    this.value = value;
    this.#shown = shown;
  }

  get text(): string {
    return this.#shown();
  }
}
