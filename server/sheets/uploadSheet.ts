/** A spreadsheet comes in: what it names is changed, what it names anew is made, through the rules of any write; all of it or nothing. */
import {
  cellAddress,
  type DataRecord,
  isBroken,
  isFilled,
  type SheetCell,
  type SheetModel,
  type SheetRow,
  sameValue,
  shownText,
  uniqueKey,
} from '#engine';
import { type PlacedIssue, Refusal, refusals } from '../errors/Refusal.ts';
import { createWithin } from '../operations/createRecord.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import { completeRecord } from '../operations/shapeRecord.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import { cellValue } from './cellValue.ts';
import { momentFrom, momentIn } from './momentIn.ts';
import { namedRecord } from './namedRecord.ts';
import { type SheetColumnOf, type SheetLines, sheetLines } from './sheetLines.ts';

type Uploading = {
  readonly plan: EntityPlan;
  readonly sheet: SheetModel;
  /** What the path says of every record. */
  readonly within: DataRecord;
  readonly bytes: Uint8Array;
  /** Of the person: moments stand in cells by the clock on their wall. */
  readonly zone: string;
};

export type Uploaded = { Created: number; Updated: number; Unchanged: number };

/** Each row of a file is a write of its own. */
const longerThanOne = 15;

export async function uploadSheet(asked: OperationCall, uploading: Uploading): Promise<Uploaded> {
  const call = { ...asked, budget: asked.budget.times(longerThanOne) };
  const { plan, sheet, within, bytes } = uploading;
  const lines = await sheetLines(call, plan, sheet, bytes);
  return inTransaction(call, async (scope) => {
    const filter = allOf(Object.entries(within).map(([name, value]) => equals(name, value)));
    const { items } = await scope.session.find({ entity: plan.entity.id, filter });
    const stored = items.map((item) => completeRecord(call, plan, item));
    const work: Work = {
      ...uploading,
      scope,
      lines,
      stored: new Map(stored.map((record) => [storedKey(plan, sheet, record), record])),
      seen: new Map(),
      issues: [],
      done: { Created: 0, Updated: 0, Unchanged: 0 },
    };
    for (const row of lines.rows) {
      await takeRow(work, row);
      if (call.budget.isDue()) await call.budget.yieldTurn();
    }
    if (work.issues.length > 0) throw refusals.sheetRefused({ issues: work.issues, entity: plan.entity.id });
    return work.done;
  });
}

type Work = Uploading & {
  readonly scope: WriteScope;
  readonly lines: SheetLines;
  readonly stored: ReadonlyMap<string, DataRecord>;
  /** Key → the row it was first in. */
  readonly seen: Map<string, number>;
  readonly issues: PlacedIssue[];
  readonly done: Uploaded;
};

const keyOf = (values: readonly unknown[]): string =>
  values.map((value) => uniqueKey(String(value ?? ''))).join('\n');

/** What a reference is called stands for it, as in the cell. */
function storedKey({ entity }: EntityPlan, { key }: SheetModel, record: DataRecord): string {
  return keyOf(
    key.map((name) => {
      const as = entity.fieldByPath.get(name)?.expand?.as;
      return as ? (record[as] as DataRecord | null)?.Name : record[name];
    }),
  );
}

/** By the cells of the key; a choice by its id, so that either language names it. */
function rowKey({ scope, lines }: Work, cells: readonly KeyCell[]): string {
  const { model } = scope.call.runtime;
  return keyOf(
    cells.map(({ name, cell }) => {
      const column = lines.columns.find(({ field }) => field.name === name);
      const isChoice = column?.field.kind === 'choice';
      return isChoice ? cellValue({ model, ...column }, cell ?? null) : shownText(cell);
    }),
  );
}

type KeyCell = { readonly name: string; readonly cell: SheetCell | undefined };

async function takeRow(work: Work, row: SheetRow): Promise<void> {
  const { plan, sheet, stored, done, issues, within } = work;
  const keys = sheet.key.map((one) => ({ name: one, cell: row.values[columnOf(work, one)] }));
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
  if (shownText(keys[0]?.cell).trim() === '')
    return note(work, place, 'sheet.key-empty', { title: { message: labelOf(work, first) } });
  const key = rowKey(work, keys);
  const before = work.seen.get(key);
  if (before !== undefined) return note(work, place, 'sheet.key-twice', { name, row: before });
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

/** What the row says otherwise than what is stored; of a new record what it says at all, so that defaults hold for the rest. */
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
    if (field.kind === 'datetime') value = momentOf(value, previous?.[field.name], work.zone);
    if (field.kind === 'reference' && typeof value === 'string') {
      const found = await namedRecord(scope, plan, { field, name: value, draft });
      if (!found || found === 'several') {
        const message = found ? 'sheet.several-records' : 'sheet.no-such-record';
        note(work, { row, path: `/${field.name}` }, message, { name: value });
        continue;
      }
      value = found.Id;
      if (field.expand) draft[field.expand.as] = found;
    } else if (field.expand && value === null) draft[field.expand.as] = null;
    draft[field.name] = value;
    // How a name is written is what the record says already, when it is the one the file means.
    const isKey = previous && work.sheet.key.includes(field.name);
    const isNew = previous
      ? !isKey && !sameValue(value ?? null, previous[field.name] ?? null)
      : value !== null;
    if (isNew) input[field.name] = value;
  }
  return input;
}

/** Why a cell has no value that could be taken, which is not the same as being empty. */
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

/** What a cell says to the second is what is stored to the millisecond, when it looks the same. */
function momentOf(value: unknown, stored: unknown, zone: string): unknown {
  if (typeof value !== 'string') return value;
  if (typeof stored === 'string' && momentIn(stored, zone) === value.replace(' ', 'T')) return stored;
  return momentFrom(value, zone) ?? value;
}

const told: ReadonlySet<string> = new Set(['validation', 'conflict', 'in-use']);

/** The findings of a write, each at its cell; what is no finding about this row ends the upload. */
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

/** Of what is about no column, the cell of the name. */
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
