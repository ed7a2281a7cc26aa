/** How the texts of a column are numbers: with a decimal point or a decimal comma, decided for the column and its file, never for a cell alone. */
export type Notation = 'point' | 'comma';

type NumberText = { readonly text: string; readonly cell: string };

type NumberColumn = {
  readonly texts: readonly NumberText[];
  /** Its numbers have no decimals: a comma in them can only part thousands. */
  readonly isWhole?: boolean;
};

export type NotationIssue = NumberText & {
  /** It could be two numbers and nothing says which, or it is written otherwise than `other`. */
  readonly other?: NumberText;
};

type ColumnNotation = { readonly notation: Notation; readonly issues: readonly NotationIssue[] };

/**
 * One answer a column. What decides, in this order: a text of the column that reads in one notation only; those of the
 * other columns, where they agree; a csv's own separator, as spreadsheets part cells by `;` where the comma is taken.
 * The language of the person decides nothing: `1,250` taken for the wrong one is wrong a thousandfold.
 */
export function decideNotations(
  columns: readonly NumberColumn[],
  separator: string | undefined,
): readonly ColumnNotation[] {
  const evidence = columns.map(({ texts }) => evidenceIn(texts));
  const file = { point: evidence.some(({ point }) => point), comma: evidence.some(({ comma }) => comma) };
  const ofFile = file.point === file.comma ? bySeparator(separator) : file.point ? 'point' : 'comma';
  return columns.map(({ texts, isWhole }, at) => {
    const { point, comma, first } = evidence[at] as Evidence;
    const notation = first ? (first === point ? 'point' : 'comma') : ofFile;
    if (notation === undefined)
      return { notation: 'point', issues: isWhole ? [] : texts.filter(({ text }) => isDoubtful(text)) };
    const wrong = texts.filter(
      ({ text }) => readNumber(text, notation) === undefined && readNumber(text, otherThan(notation)),
    );
    return { notation, issues: wrong.map((one) => ({ ...one, other: first ?? point ?? comma })) };
  });
}

type NumberReading = { readonly value: number; readonly unit: '%' | '$' | undefined };

/** `1,250.50` by point, `1 250,50` by comma, with `$` or `%`, or in brackets for less than nothing; undefined for what is no number. */
export function readNumber(text: string, notation: Notation): NumberReading | undefined {
  const { bare, unit } = bareNumber(text);
  if (!patterns[notation].test(bare)) return undefined;
  const plain = notation === 'point' ? bare.replace(/[,\s]/g, '') : bare.replace(/\s/g, '').replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? { value, unit } : undefined;
}

const patterns: Readonly<Record<Notation, RegExp>> = {
  point: /^[+-]?(?:(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\s\d{3})+)(?:\.\d+)?|\.\d+)$/,
  comma: /^[+-]?(?:(?:\d+|[1-9]\d{0,2}(?:\s\d{3})+)(?:,\d+)?|,\d+)$/,
};

/** Longer texts are no numbers, and cost nothing to say so. */
const longest = 64;

function bareNumber(text: string): { readonly bare: string; readonly unit: NumberReading['unit'] } {
  if (text.length > longest) return { bare: '', unit: undefined };
  let bare = text.trim().replace('\u2212', '-');
  const brackets = /^(\$?)\s*\((.*)\)\s*([$%]?)$/.exec(bare);
  if (brackets) bare = `${brackets[1]}-${brackets[2]}${brackets[3]}`;
  const [, front = '', inner = '', behind = ''] = /^(-?\s*\$)?\s*([^$%]*?)\s*([$%])?$/.exec(bare) ?? [];
  if (front && behind) return { bare: text, unit: undefined };
  const sign = front.startsWith('-') ? '-' : '';
  return {
    bare: bare === '' ? '' : `${sign}${inner}`,
    unit: behind === '%' ? '%' : front || behind ? '$' : undefined,
  };
}

type Evidence = { readonly point?: NumberText; readonly comma?: NumberText; readonly first?: NumberText };

/** The first text of each notation that reads in no other, and which of the two came first. */
function evidenceIn(texts: readonly NumberText[]): Evidence {
  let found: Evidence = {};
  for (const one of texts) {
    const notation = notationOf(one.text);
    if (!notation || found[notation]) continue;
    found = { ...found, [notation]: one, first: found.first ?? one };
    if (found.point && found.comma) break;
  }
  return found;
}

function notationOf(text: string): Notation | undefined {
  const [point, comma] = [readNumber(text, 'point'), readNumber(text, 'comma')];
  if (!point === !comma || isDoubtful(text)) return undefined;
  return point ? 'point' : 'comma';
}

/** One mark with three digits behind it: `1,250` is 1250 or 1.25, and in some countries so is `1.250`. */
function isDoubtful(text: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bareNumber(text).bare);
}

const otherThan = (notation: Notation): Notation => (notation === 'point' ? 'comma' : 'point');

function bySeparator(separator: string | undefined): Notation | undefined {
  if (separator === ',') return 'point';
  return separator === ';' ? 'comma' : undefined;
}
