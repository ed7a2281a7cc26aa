/** Decides between decimal point and decimal comma per column and file, never per cell. */
import { isDoubtfulNumber, type Notation, readNumber } from '../text/readNumber.ts';

type NumberText = { readonly text: string; readonly cell: string };

type NumberColumn = {
  readonly texts: readonly NumberText[];
  /** Its numbers have no decimals, so a comma can only be a thousands separator. */
  readonly isWhole?: boolean;
};

export type NotationIssue = NumberText & {
  /** It is ambiguous with no evidence, or contradicts `other`. */
  readonly other?: NumberText;
};

type ColumnNotation = { readonly notation: Notation; readonly issues: readonly NotationIssue[] };

/**
 * One decision per column. In order: a text in the column that is valid in one notation only; agreement of
 * the other columns; the CSV separator, since spreadsheets use `;` where the comma is decimal. The person's
 * language is not used: misreading `1,250` would be wrong by a factor of 1000.
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
      return { notation: 'point', issues: isWhole ? [] : texts.filter(({ text }) => isDoubtfulNumber(text)) };
    const wrong = texts.filter(
      ({ text }) => readNumber(text, notation) === undefined && readNumber(text, otherThan(notation)),
    );
    return { notation, issues: wrong.map((one) => ({ ...one, other: first ?? point ?? comma })) };
  });
}

type Evidence = { readonly point?: NumberText; readonly comma?: NumberText; readonly first?: NumberText };

/** The first text of each notation that is valid in no other, and which came first. */
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
  if (!point === !comma || isDoubtfulNumber(text)) return undefined;
  return point ? 'point' : 'comma';
}

const otherThan = (notation: Notation): Notation => (notation === 'point' ? 'comma' : 'point');

function bySeparator(separator: string | undefined): Notation | undefined {
  if (separator === ',') return 'point';
  return separator === ';' ? 'comma' : undefined;
}
