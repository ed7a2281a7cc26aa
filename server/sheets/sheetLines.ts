/** What somebody sent as rows of a declared sheet: which column is which field, and what is wrong with its head. */
import {
  cellAddress,
  type FieldModel,
  formatMessage,
  locales,
  readSheet,
  SheetError,
  type SheetModel,
  type SheetRow,
  uniqueKey,
} from '#engine';
import { type PlacedIssue, refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';

export type SheetLines = {
  /** The columns of the file that are fields, in declared order. */
  readonly columns: readonly { readonly field: FieldModel; readonly at: number }[];
  readonly rows: readonly SheetRow[];
};

/** Rows of one transaction: more hold up everybody else. */
const limits = { rows: 20_000, columns: 200, unpacked: 256 * 2 ** 20 };

export async function sheetLines(
  call: OperationCall,
  plan: EntityPlan,
  sheet: SheetModel,
  bytes: Uint8Array,
): Promise<SheetLines> {
  const [head, ...rows] = await filledRows(bytes);
  if (!head) throw refusals.noSheet();
  const fields = sheet.columns.flatMap((name) => plan.entity.fieldByPath.get(name) ?? []);
  const byTitle = titlesOf(call, fields);
  const issues: PlacedIssue[] = [];
  const found = new Map<FieldModel, number>();
  for (const [at, title] of head.values.entries()) {
    if (title === null || String(title).trim() === '') continue;
    const field = byTitle.get(uniqueKey(String(title)));
    const cell = cellAddress(at, head.number);
    if (!field) issues.push(headIssue('sheet.no-such-column', cell, { title }));
    else if (found.has(field)) issues.push(headIssue('sheet.column-twice', cell, { title }));
    else found.set(field, at);
  }
  const key = fields.find(({ name }) => name === sheet.key) as FieldModel;
  if (!found.has(key))
    issues.push(
      headIssue('sheet.key-missing', cellAddress(0, head.number), { title: { message: key.label } }),
    );
  if (issues.length > 0) throw refusals.sheetRefused({ issues, entity: plan.entity.id });
  const columns = fields.flatMap((field) => {
    const at = found.get(field);
    return at === undefined ? [] : [{ field, at }];
  });
  return { columns, rows };
}

function headIssue(message: string, cell: string, params: PlacedIssue['params']): PlacedIssue {
  return { rule: message, path: '', level: 'error', message, params, cell };
}

/** A column is known by its title in any language, or by the name of its field. */
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

async function filledRows(bytes: Uint8Array): Promise<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  try {
    for await (const row of readSheet(bytes, limits)) if (row.values.some(isFilled)) rows.push(row);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    if (error.reason === 'large')
      throw refusals.sheetTooLarge({ params: { limit: limits.rows }, cause: error });
    throw (error.reason === 'locked' ? refusals.lockedSheet : refusals.noSheet)({ cause: error });
  }
  return rows;
}

const isFilled = (value: unknown): boolean => value !== null && String(value).trim() !== '';
