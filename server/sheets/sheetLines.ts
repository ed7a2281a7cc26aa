/** Parses an uploaded sheet: maps columns to fields, detects number notation, reports wrong headings. */
import {
  cellAddress,
  decideNotations,
  type FieldModel,
  formatMessage,
  isFilled,
  kinds,
  locales,
  type Notation,
  type NotationIssue,
  readSheet,
  SheetError,
  type SheetModel,
  type SheetRow,
  type SheetSource,
  shownText,
  uniqueKey,
} from '#engine';
import { type PlacedIssue, type Refusal, refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { isNumeric } from './cellValue.ts';

export type SheetColumnOf = {
  readonly field: FieldModel;
  readonly at: number;
  readonly notation: Notation;
  /** Cells that are not numbers in that notation, by address. */
  readonly doubts: ReadonlyMap<string, NotationIssue>;
};

export type SheetLines = {
  /** The columns that map to fields, in declared order. */
  readonly columns: readonly SheetColumnOf[];
  /** The rows below the heading. */
  readonly rows: readonly SheetRow[];
  /** Whether each column has a heading. */
  readonly headed: readonly boolean[];
};

/** Limits of one transaction; larger ones would block everyone else. */
const limits = { rows: 20_000, columns: 200, unpacked: 256 * 2 ** 20 };

export async function sheetLines(
  call: OperationCall,
  plan: EntityPlan,
  sheet: SheetModel,
  bytes: Uint8Array,
): Promise<SheetLines> {
  const { rows: filled, source } = await filledRows(call, bytes);
  const fields = sheet.columns.flatMap((name) => plan.entity.fieldByPath.get(name) ?? []);
  const byTitle = titlesOf(call, fields);
  const keys = sheet.key.map((key) => fields.find(({ name }) => name === key) as FieldModel);
  const { head, rows } = headed(filled, (title) => byTitle.get(uniqueKey(title)) === keys[0]);
  if (!head) throw refusals.noSheet();
  const issues: PlacedIssue[] = [];
  const found = new Map<FieldModel, number>();
  for (const [at, value] of head.values.entries()) {
    if (!isFilled(value)) continue;
    const title = shownText(value);
    const field = byTitle.get(uniqueKey(title));
    const cell = cellAddress(at, head.number);
    if (!field) issues.push(headIssue('sheet.no-such-column', cell, { title }));
    else if (found.has(field)) issues.push(headIssue('sheet.column-twice', cell, { title }));
    else found.set(field, at);
  }
  for (const key of keys.filter((one) => !found.has(one)))
    issues.push(
      headIssue('sheet.key-missing', cellAddress(0, head.number), { title: { message: key.label } }),
    );
  if (issues.length > 0) throw refusals.sheetRefused({ issues, entity: plan.entity.id });
  const columns = fields.flatMap((field) => {
    const at = found.get(field);
    // Nobody signs in a file; the column is there to be read.
    return at === undefined || kinds[field.kind].isSigned ? [] : [{ field, at }];
  });
  return { columns: withNotation(columns, rows, source), rows, headed: head.values.map(isFilled) };
}

/** Rows above the heading are titles with a single text each. */
const mostTitles = 10;

export function headed(filled: readonly SheetRow[], isKey: (title: string) => boolean) {
  const at = filled.slice(0, mostTitles).findIndex(({ values }) => values.map(shownText).some(isKey));
  const areTitles = filled.slice(0, at).every(({ values }) => values.filter(isFilled).length === 1);
  const start = at > 0 && areTitles ? at : 0;
  return { head: filled[start], rows: filled.slice(start + 1) };
}

export type Placed = Pick<SheetColumnOf, 'field' | 'at'>;

/** Decided over all numeric columns together, since a file uses one notation. */
export function withNotation(
  columns: readonly Placed[],
  rows: readonly SheetRow[],
  source: SheetSource | undefined,
): readonly SheetColumnOf[] {
  const numeric = columns.filter(({ field }) => isNumeric(field));
  const texts = numeric.map(({ field, at }) => ({
    isWhole: field.kind === 'integer',
    texts: rows.flatMap(({ values, number }) => {
      const text = values[at];
      return typeof text === 'string' ? [{ text, cell: cellAddress(at, number) }] : [];
    }),
  }));
  const decided = decideNotations(texts, source?.separator);
  return columns.map((column) => {
    const { notation = 'point', issues = [] } = decided[numeric.indexOf(column)] ?? {};
    return { ...column, notation, doubts: new Map(issues.map((one) => [one.cell, one])) };
  });
}

function headIssue(message: string, cell: string, params: PlacedIssue['params']): PlacedIssue {
  return { rule: message, path: '', level: 'error', message, params, cell };
}

/** Columns are matched by title in any language, or by field name. */
function titlesOf(
  { runtime: { model } }: OperationCall,
  fields: readonly FieldModel[],
): ReadonlyMap<string, FieldModel> {
  return new Map(
    fields.flatMap((field) =>
      [field.name, ...locales.map((locale) => formatMessage(model, locale, field.label))].map((title) => [
        uniqueKey(title),
        field,
      ]),
    ),
  );
}

/** The non-empty rows of a file, within the limits of one transaction. */
export async function filledRows({ budget }: OperationCall, bytes: Uint8Array) {
  const rows: SheetRow[] = [];
  let source: SheetSource | undefined;
  const onSource = (found: SheetSource) => {
    source = found;
  };
  try {
    const yieldTurn = () => budget.yieldTurn();
    for await (const row of readSheet(bytes, { ...limits, yieldTurn, onSource })) {
      if (row.values.some(isFilled)) rows.push(row);
      if (budget.isDue()) await yieldTurn();
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw unreadable(error, limits.rows);
  }
  return { rows, source };
}

/** Why a file cannot be read, as a refusal. */
export function unreadable(error: SheetError, limit: number): Refusal {
  if (error.reason === 'large') return refusals.sheetTooLarge({ params: { limit }, cause: error });
  return (error.reason === 'locked' ? refusals.lockedSheet : refusals.noSheet)({ cause: error });
}
