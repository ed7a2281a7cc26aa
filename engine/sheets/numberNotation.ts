/** How the texts of a column are numbers: with a decimal point or a decimal comma, decided for the column and its file, never for a cell alone. */
import { isDoubtfulNumber, type Notation, readNumber } from '../text/readNumber.ts';

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
      return { notation: 'point', issues: isWhole ? [] : texts.filter(({ text }) => isDoubtfulNumber(text)) };
    const wrong = texts.filter(
      ({ text }) => readNumber(text, notation) === undefined && readNumber(text, otherThan(notation)),
    );
    return { notation, issues: wrong.map((one) => ({ ...one, other: first ?? point ?? comma })) };
  });
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
  if (!point === !comma || isDoubtfulNumber(text)) return undefined;
  return point ? 'point' : 'comma';
}

const otherThan = (notation: Notation): Notation => (notation === 'point' ? 'comma' : 'point');

function bySeparator(separator: string | undefined): Notation | undefined {
  if (separator === ',') return 'point';
  return separator === ';' ? 'comma' : undefined;
}
