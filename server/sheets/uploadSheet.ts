/** Imports a spreadsheet: updates the records it names, creates others. All rows or none. */
import {
  cellAddress,
  type DataRecord,
  isBroken,
  isFilled,
  kinds,
  momentFrom,
  momentIn,
  namesRecord,
  type SheetModel,
  type SheetRow,
  sameValue,
  shownText,
} from '#engine';
import { type PlacedIssue, Refusal, refusals } from '../errors/Refusal.ts';
import { createWithin } from '../operations/createRecord.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import { rememberingSession } from '../operations/rememberingSession.ts';
import { removeWithin } from '../operations/removeRecord.ts';
import { completeRecord } from '../operations/shapeRecord.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import { cellValue } from './cellValue.ts';
import { type NamedRecords, namedPerson, namedRecord } from './namedRecord.ts';
import { keyCells, rowKey, storedKey } from './sheetKeys.ts';
import { type SheetColumnOf, type SheetLines, sheetLines } from './sheetLines.ts';

type Uploading = {
  readonly plan: EntityPlan;
  readonly sheet: SheetModel;
  /** Field values that the path sets on every record. */
  readonly within: DataRecord;
  readonly bytes: Uint8Array;
  /** The person's time zone, in which cells state moments. */
  readonly zone: string;
};

/** `Removed`: only for files that replace the whole list. */
export type Uploaded = { Created: number; Updated: number; Unchanged: number; Removed?: number };

/** Budget factor: each row is a separate write. */
const longerThanOne = 15;

export async function uploadSheet(asked: OperationCall, uploading: Uploading): Promise<Uploaded> {
  const call = { ...asked, budget: asked.budget.times(longerThanOne) };
  const lines = await sheetLines(call, uploading.plan, uploading.sheet, uploading.bytes);
  const pause = async () => {
    if (call.budget.isDue()) await call.budget.yieldTurn();
  };
  return inTransaction(call, (scope) => takeLines(scope, { ...uploading, lines, pause }));
}

type Taking = Omit<Uploading, 'bytes'> & {
  readonly lines: SheetLines;
  /** Called after each row with the number done, to yield to other calls. */
  readonly pause: (done: number) => Promise<void>;
};

/** Writes all rows in one transaction; refused with every finding at its cell. */
export async function takeLines(transaction: WriteScope, taking: Taking): Promise<Uploaded> {
  const { plan, sheet, within, lines, pause } = taking;
  const { call } = transaction;
  // Caches the owners and choices that rows load again and again.
  const session = rememberingSession(transaction.session, call.runtime.model);
  const scope: WriteScope = { ...transaction, session };
  const filter = allOf(Object.entries(within).map(([name, value]) => equals(name, value)));
  const { items } = await scope.session.find({ entity: plan.entity.id, filter });
  const stored = items.map((item) => completeRecord(call, plan, item));
  const work: Work = {
    ...taking,
    scope,
    stored: new Map(stored.map((record) => [storedKey(plan, sheet, record), record])),
    named: new Map(),
    seen: new Map(),
    issues: [],
    done: { Created: 0, Updated: 0, Unchanged: 0 },
  };
  // Removals come first: a new row may reuse the name of a removed record.
  if (sheet.replaces) await removeUnnamed(work, stored);
  for (const [at, row] of lines.rows.entries()) {
    await takeRow(work, row);
    await pause(at + 1);
  }
  if (work.issues.length > 0) throw refusals.sheetRefused({ issues: work.issues, entity: plan.entity.id });
  return work.done;
}

/** Removes records that no row names. A file without rows is refused as a likely mistake. */
async function removeUnnamed(work: Work, stored: readonly DataRecord[]): Promise<void> {
  const { scope, plan, sheet, lines } = work;
  if (lines.rows.length === 0) throw refusals.emptySheet();
  const { model } = scope.call.runtime;
  const named = new Set(lines.rows.map((row) => rowKey(model, lines, keyCells(lines, sheet, row))));
  const unnamed = stored.filter((record) => !named.has(storedKey(plan, sheet, record)));
  for (const { Id } of unnamed) {
    await removeWithin(scope, plan, String(Id));
    await work.pause(0);
  }
  work.done.Removed = unnamed.length;
}

type Work = Taking & {
  readonly scope: WriteScope;
  readonly stored: ReadonlyMap<string, DataRecord>;
  readonly named: NamedRecords;
  /** Key → the first row that has it. */
  readonly seen: Map<string, number>;
  readonly issues: PlacedIssue[];
  readonly done: Uploaded;
};

async function takeRow(work: Work, row: SheetRow): Promise<void> {
  const { plan, sheet, stored, done, issues, within } = work;
  const keys = keyCells(work.lines, sheet, row);
  const name = keys
    .map(({ cell }) => shownText(cell))
    .filter((text) => text !== '')
    .join(', ');
  const [first] = sheet.key;
  const place = { row, path: `/${first}` };
  const beyond = row.values.findIndex((cell, at) => isFilled(cell) && !work.lines.headed[at]);
  if (beyond >= 0) {
    const params = { text: shownText(row.values[beyond]).slice(0, 40) };
    issues.push(issueAt(cellAddress(beyond, row.number), 'sheet.beyond-heading', params));
    return;
  }
  for (const { name: path, cell } of keys)
    if (isBroken(cell))
      return note(work, { row, path: `/${path}` }, `sheet.cell-${cell.reason}`, { text: cell.text });
  if (shownText(keys[0]?.cell).trim() === '' && plan.entity.fieldByPath.get(first)?.required)
    return note(work, place, 'sheet.key-empty', { title: { message: labelOf(work, first) } });
  const key = rowKey(work.scope.call.runtime.model, work.lines, keys);
  const before = work.seen.get(key);
  if (before !== undefined) return note(work, place, 'sheet.key-twice', { name: name || '—', row: before });
  work.seen.set(key, row.number);
  const previous = stored.get(key);
  const count = issues.length;
  const input = await inputOf(work, row, previous);
  if (issues.length > count) return;
  if (previous && Object.keys(input).length === 0) {
    done.Unchanged += 1;
    return;
  }
  try {
    if (previous) await updateWithin(work.scope, plan, { id: String(previous.Id), input, within });
    else await createWithin(work.scope, plan, { ...input, ...within });
    done[previous ? 'Updated' : 'Created'] += 1;
  } catch (error) {
    issues.push(...issuesOf(work, row, error));
  }
}

/** What the row changes in the stored record; for a new one its values, with defaults for the rest. */
async function inputOf(work: Work, row: SheetRow, previous: DataRecord | undefined): Promise<DataRecord> {
  const { scope, plan, lines, within } = work;
  const { model } = scope.call.runtime;
  const input: Record<string, unknown> = {};
  const draft: Record<string, unknown> = { ...previous, ...within };
  for (const column of lines.columns) {
    const { field, at, notation } = column;
    const cell = row.values[at] ?? null;
    const doubt = doubtOf(column, row);
    if (doubt) {
      note(work, { row, path: `/${field.name}` }, ...doubt);
      continue;
    }
    let value = cellValue({ model, field, notation }, cell);
    if (kinds[field.kind].day === 'moment') value = momentOf(value, previous?.[field.name], work.zone);
    if (namesRecord(field) && typeof value === 'string') {
      const wanted = { field, name: value, by: work.sheet.names[field.name], draft };
      const find = field.account ? namedPerson : namedRecord;
      const found = await find(scope, plan, wanted, work.named);
      if (!found || found === 'several') {
        const message = found ? 'sheet.several-records' : 'sheet.no-such-record';
        note(work, { row, path: `/${field.name}` }, message, { name: value });
        continue;
      }
      value = found.Id;
      if (field.expand) draft[field.expand.as] = found;
    } else if (field.expand && value === null) draft[field.expand.as] = null;
    draft[field.name] = value;
    // A matching key keeps its stored spelling.
    const isKey = previous && work.sheet.key.includes(field.name);
    const isNew = previous
      ? !isKey && !sameValue(value ?? null, previous[field.name] ?? null)
      : value !== null;
    if (isNew) input[field.name] = value;
  }
  return input;
}

/** Why a cell has no usable value, as opposed to being empty. */
function doubtOf(column: SheetColumnOf, row: SheetRow): [string, PlacedIssue['params']] | undefined {
  const cell = row.values[column.at];
  if (isBroken(cell)) return [`sheet.cell-${cell.reason}`, { text: cell.text }];
  if (column.doubts.size === 0) return undefined;
  const doubt = column.doubts.get(cellAddress(column.at, row.number));
  if (!doubt) return undefined;
  const { text, other } = doubt;
  return other
    ? ['sheet.number-otherwise', { text, other: other.text, cell: other.cell }]
    : ['sheet.number-doubtful', { text }];
}

/** Cells have seconds, the store milliseconds: keep the stored moment when both look the same. */
function momentOf(value: unknown, stored: unknown, zone: string): unknown {
  if (typeof value !== 'string') return value;
  if (typeof stored === 'string' && momentIn(stored, zone) === value.replace(' ', 'T')) return stored;
  return momentFrom(value, zone) ?? value;
}

const told: ReadonlySet<string> = new Set(['validation', 'conflict', 'in-use']);

/** The findings of a write, each at its cell; other errors end the upload. */
function issuesOf(work: Work, row: SheetRow, error: unknown): readonly PlacedIssue[] {
  if (!(error instanceof Refusal) || !told.has(error.code)) throw error;
  const { issues = [], params = {} } = error.details;
  if (issues.length > 0) return issues.map((issue) => ({ ...issue, cell: cellFor(work, row, issue.path) }));
  const cell = cellFor(work, row, '');
  return [{ rule: error.key, path: '', level: 'error', message: error.key, params, cell }];
}

type RowPlace = { readonly row: SheetRow; readonly path: string };

function note(work: Work, { row, path }: RowPlace, message: string, params: PlacedIssue['params']): void {
  work.issues.push(issueAt(cellFor(work, row, path), message, params, path));
}

function issueAt(cell: string, message: string, params: PlacedIssue['params'], path = ''): PlacedIssue {
  return { rule: message, path, level: 'error', message, params, cell };
}

/** Findings without a column go to the key cell. */
function cellFor(work: Work, row: SheetRow, path: string): string {
  const at = columnOf(work, path.split('/')[1] ?? '');
  return cellAddress(at >= 0 ? at : columnOf(work, work.sheet.key[0]), row.number);
}

function columnOf({ lines }: Work, name: string): number {
  return lines.columns.find(({ field }) => field.name === name)?.at ?? -1;
}

function labelOf({ plan }: Work, name: string): string {
  return plan.entity.fieldByPath.get(name)?.label ?? name;
}
