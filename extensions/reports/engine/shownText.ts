/** What a text box shows, and the value that stands behind it where it is one. */
import type { SheetFormat, SheetValue } from '#engine';
import { type ShownLink, shownJumps } from './actions.ts';
import { formatPlain, formatValue } from './formatValue.ts';
import type { Formula } from './formula.ts';
import { type FormulaScope, scopeOfOwn } from './formulaScope.ts';
import { withLooks } from './looks.ts';
import { saidValue } from './runFormula.ts';
import { textOfMarkup } from './textOfMarkup.ts';
import { paperTones, toneOf } from './tones.ts';
import type {
  Align,
  DataRows,
  Indents,
  Paragraph,
  Said,
  ShownStyle,
  Text,
  TextRun,
  TextStyle,
} from './types.ts';

export type ShownRun = { readonly text: string; readonly style: ShownStyle; readonly link?: ShownLink };
export type ShownParagraph = Indents & {
  readonly align?: Align;
  readonly mark?: string;
  readonly level: number;
  readonly runs: readonly ShownRun[];
};

type Shown = {
  readonly text: string;
  readonly value: SheetValue;
  readonly paragraphs?: readonly ShownParagraph[];
};

export function shownText(
  texts: readonly Text[],
  scope: FormulaScope,
  formats?: ReadonlyMap<string, SheetFormat>,
): Shown {
  const [first, ...more] = texts;
  if (first?.paragraphs && more.length === 0) return shownParagraphs(first.paragraphs, scope, formats);
  const only = more.length === 0 && first?.values.length === 1 ? first.values[0] : undefined;
  if (first && only !== undefined) {
    const said = saidValue(only, scope);
    const value = typeof said === 'string' ? oneBreak(said) : said;
    const text = written(value, first, scope, saidFormat(only, formats));
    if (first.markup !== 'HTML') return { value, text };
    const plain = textOfMarkup(text);
    return { value: plain === '' ? null : plain, text: plain };
  }
  const text = texts.map((one) => plainText(one, scope, formats)).join('\n');
  return { text, value: text === '' ? null : text };
}

function plainText(text: Text, scope: FormulaScope, formats: Formats): string {
  if (text.paragraphs) return shownParagraphs(text.paragraphs, scope, formats).text;
  const line = text.values
    .map((said) => written(saidValue(said, scope), text, scope, saidFormat(said, formats)))
    .join('');
  return text.markup === 'HTML' ? textOfMarkup(line) : line;
}

/** Before a paragraph where only text is shown. */
export const markText = (mark: string, level: number): string =>
  `${'\u00a0'.repeat(4 * (level - 1))}${mark} `;

type Formats = ReadonlyMap<string, SheetFormat> | undefined;

/** Each run in its own format and look. */
function shownParagraphs(all: readonly Paragraph[], scope: FormulaScope, formats: Formats): Shown {
  const paragraphs = all.map(({ style, runs, ...indents }): ShownParagraph => {
    const { align } = shownStyle(style, scope);
    return {
      ...indents,
      ...(align ? { align } : {}),
      runs: runs.map((run) => shownRun(run, scope, formats)),
    };
  });
  const text = paragraphs
    .map(
      ({ mark, level, runs }) =>
        `${mark === undefined ? '' : markText(mark, level)}${runs.map((run) => run.text).join('')}`,
    )
    .join('\n');
  return text.trim() === '' ? { text, value: text === '' ? null : text } : { text, value: text, paragraphs };
}

function shownRun(run: TextRun, scope: FormulaScope, formats: Formats): ShownRun {
  const value = saidValue(run.value, scope);
  const said = written(value, run, scope, saidFormat(run.value, formats));
  const { link } = shownJumps(run.jumps, scope);
  return {
    text: run.markup === 'HTML' ? textOfMarkup(said) : said,
    style: shownStyle(run.style, scope, value),
    ...(link ? { link } : {}),
  };
}

/** vbCrLf is one line break. */
const oneBreak = (text: string): string => text.replace(/\r\n?/g, '\n');

function written(
  value: SheetValue,
  { style }: Pick<Text, 'style'>,
  around: FormulaScope,
  format: SheetFormat,
): string {
  if (value === null) return '';
  const scope = scopeOfOwn(around, value);
  const code = style.format === undefined ? '' : String(saidValue(style.format, scope) ?? '');
  return oneBreak(
    code === '' ? formatPlain(value, format, scope.saying) : formatValue(value, code, scope.saying),
  );
}

const saidFormat = (said: Said, formats: ReadonlyMap<string, SheetFormat> | undefined): SheetFormat =>
  typeof said === 'object' && said !== null ? formulaFormat(said, formats) : 'text';

function formulaFormat(formula: Formula, formats: ReadonlyMap<string, SheetFormat> | undefined): SheetFormat {
  if (formula.kind === 'field') return formats?.get(formula.name) ?? 'text';
  if (formula.kind !== 'aggregate') return 'text';
  if (['count', 'countrows', 'countdistinct', 'rownumber', 'level'].includes(formula.name)) return 'integer';
  if (formula.name === 'inscope') return 'text';
  const of = formula.of ? formulaFormat(formula.of, formats) : 'text';
  if (formula.name === 'avg') return of === 'money' ? 'money' : 'number';
  return of;
}

const known = new WeakMap<DataRows['fields'], ReadonlyMap<string, SheetFormat>>();

export function formatsOf({ fields }: Pick<DataRows, 'fields'>): ReadonlyMap<string, SheetFormat> {
  const found = known.get(fields) ?? new Map(fields.map(({ name, format }) => [name, format]));
  known.set(fields, found);
  return found;
}

/** How a cell looks in a sheet. */
export function formatOf(text: Text | undefined, data: Pick<DataRows, 'fields'>): SheetFormat {
  const said = text?.values.length === 1 ? text.values[0] : undefined;
  return saidFormat(said ?? null, formatsOf(data));
}

/** With the colours that its formulas give. */
export function shownStyle(
  { format: _, empty: __, color, background, borders, tones = [], worked, ...style }: TextStyle,
  around: FormulaScope,
  own: SheetValue = null,
): ShownStyle {
  const scope = scopeOfOwn(around, own);
  const said = (one: Said | undefined) => (one === undefined ? '' : String(saidValue(one, scope) ?? ''));
  const [front, back] = [said(color), said(background)];
  const tone = toneOf(tones, own);
  const looks = worked
    ? withLooks(
        style,
        worked.map((one) => ({ name: one.name, text: said(one.said) })),
      )
    : style;
  return {
    ...looks,
    ...(tone ? { tone: { tone: tone.tone, word: tone.word }, ...paperTones[tone.tone] } : {}),
    ...(front === '' ? {} : { color: front }),
    ...(back === '' ? {} : { background: back }),
    ...(borders ? { borders: shownBorders(borders, said) } : {}),
  };
}

function shownBorders(
  borders: NonNullable<TextStyle['borders']>,
  said: (one: Said) => string,
): NonNullable<ShownStyle['borders']> {
  const found = Object.entries(borders).flatMap(([side, { style, color, width }]) => {
    const line = said(style);
    return line === '' || line === 'None' ? [] : [[side, { color: said(color), width }] as const];
  });
  return Object.fromEntries(found);
}
