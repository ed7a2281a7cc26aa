/** Imports a spreadsheet: updates the records it names, creates others. All rows or none. */
import type { DataRecord, SheetModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import { rememberingSession } from '../operations/rememberingSession.ts';
import { removeWithin } from '../operations/removeRecord.ts';
import { completeRecord } from '../operations/shapeRecord.ts';
import { keyCells, rowKey, storedKey } from './sheetKeys.ts';
import { type SheetLines, sheetLines } from './sheetLines.ts';
import { type RowWork, takeRow, type Uploaded } from './sheetRow.ts';

type Uploading = {
  readonly plan: EntityPlan;
  readonly sheet: SheetModel;
  /** Field values that the path sets on every record. */
  readonly within: DataRecord;
  readonly bytes: Uint8Array;
  /** The person's time zone, in which cells state moments. */
  readonly zone: string;
};

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

type Work = Taking & Omit<RowWork, 'sheet' | 'lines'>;

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
