/** What a text box shows, and the value that stands behind it where it is one. */
import type { SheetFormat, SheetValue } from '#engine';
import { formatPlain, formatValue } from './formatValue.ts';
import type { Formula } from './formula.ts';
import { type FormulaScope, scopeOfOwn } from './formulaScope.ts';
import { saidValue } from './runFormula.ts';
import { textOfMarkup } from './textOfMarkup.ts';
import { paperTones, toneOf } from './tones.ts';
import type { DataRows, Said, ShownStyle, Text, TextStyle } from './types.ts';

export function shownText(
  texts: readonly Text[],
  scope: FormulaScope,
  formats?: ReadonlyMap<string, SheetFormat>,
): { readonly text: string; readonly value: SheetValue } {
  const [first, ...more] = texts;
  const only = more.length === 0 && first?.values.length === 1 ? first.values[0] : undefined;
  if (first && only !== undefined) {
    const said = saidValue(only, scope);
    const value = typeof said === 'string' ? oneBreak(said) : said;
    const text = written(value, first, scope, saidFormat(only, formats));
    if (first.markup !== 'HTML') return { value, text };
    const plain = textOfMarkup(text);
    return { value: plain === '' ? null : plain, text: plain };
  }
  const lines = texts.map((text) => {
    const line = text.values
      .map((said) => written(saidValue(said, scope), text, scope, saidFormat(said, formats)))
      .join('');
    return text.markup === 'HTML' ? textOfMarkup(line) : line;
  });
  const text = lines.join('\n');
  return { text, value: text === '' ? null : text };
}

/** vbCrLf is one line break. */
const oneBreak = (text: string): string => text.replace(/\r\n?/g, '\n');

function written(value: SheetValue, { style }: Text, around: FormulaScope, format: SheetFormat): string {
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
  { format: _, color, background, borders, tones = [], ...style }: TextStyle,
  around: FormulaScope,
  own: SheetValue = null,
): ShownStyle {
  const scope = scopeOfOwn(around, own);
  const said = (one: Said | undefined) => (one === undefined ? '' : String(saidValue(one, scope) ?? ''));
  const [front, back] = [said(color), said(background)];
  const tone = toneOf(tones, own);
  return {
    ...style,
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
