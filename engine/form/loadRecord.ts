/** Loads a record: creates cells, runs all rules once, keeps the result as the baseline of `dirty`. */

import { createScopes } from '../rules/createScopes.ts';
import { entriesOf, listedIds } from '../rules/mirrorEntries.ts';
import { recallRelations } from '../rules/mirrorMemory.ts';
import { ownCopy } from '../rules/ownCopy.ts';
import { aliasOf, readField } from '../rules/places.ts';
import type { FieldPlan } from '../rules/planTypes.ts';
import { valueAt } from '../rules/pointers.ts';
import { asideOf, overridesOf, stashOf } from '../rules/settle.ts';
import { isRecord, type MutableRecord } from '../rules/values.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { cellAt, createCell, eachCell, pointerOf, rowsOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';
import { dropCell } from './issues.ts';
import { enqueueEverywhere } from './queue.ts';
import { completeLoaded } from './references.ts';
import { settleForm } from './settleForm.ts';
import { snapshotOf } from './snapshot.ts';
import { compareWithBaseline } from './values.ts';

/** Loads the stored record. */
export function loadStored(core: FormCore, stored: DataRecord): void {
  core.stored.record = stored;
  loadRecord(core, stored);
  core.stored.baseline = snapshotOf(core);
  core.stored.changed.clear();
}

/** Loads a changed record over the stored one, which is normalized first for comparison. */
export function loadChanged(core: FormCore, stored: DataRecord, record: DataRecord): void {
  loadStored(core, stored);
  loadRecord(core, record);
  for (const cell of core.content.cells.values()) eachCell(cell, (inner) => compareWithBaseline(core, inner));
}

function loadRecord(core: FormCore, record: DataRecord): void {
  core.progress.loading = true;
  const keys = rowKeys(core);
  for (const cell of core.content.cells.values()) dropCell(core, cell);
  empty(core);
  core.content.seen = ownCopy(record, core.plan.structured);
  core.content.scopes = createScopes(core.content.seen, core.context, core.plan.variables);
  core.content.place = { pointer: '', root: core.content.seen, scope: core.content.scopes.record };
  for (const plan of core.plan.fields) {
    core.content.cells.set(plan.field.name, createCell(core, plan, { row: undefined, outer: undefined }));
  }
  reuseKeys(core, keys);
  takeExtras(core, record);
  for (const node of core.graph.nodes) enqueueEverywhere(core, node);
  for (const cell of core.content.cells.values()) {
    eachCell(cell, (inner) => {
      core.queue.values.add(inner);
      core.queue.views.add(inner);
      if (inner.plan.field.kind === 'rows') core.queue.lists.add(inner);
    });
  }
  core.watch.structure += 1;
  settleForm(core);
  core.progress.loading = false;
}

function empty(core: FormCore): void {
  for (const map of [core.content.cells, core.content.runs, core.issues.ofRecord]) map.clear();
  recallRelations(core.memory.mirrors, core.plan, core.context.previous);
  core.stored.changed.clear();
  core.issues.faulty.clear();
  core.issues.errors = 0;
  core.issues.ofServer = [];
  core.content.snapshot = undefined;
  for (const runs of core.queue.waiting) runs?.clear();
  core.queue.count = 0;
}

/** Restores choices, stash and overrides from the record. */
function takeExtras(core: FormCore, record: DataRecord): void {
  for (const cell of core.content.cells.values()) eachCell(cell, (inner) => takeChosen(core, inner, record));
  for (const [pointer, value] of stashOf(core.plan, record)) {
    const cell = cellAt(core, pointer);
    if (cell) cell.aside = asideOf(record, { pointer, plan: cell.plan, value });
  }
  for (const pointer of overridesOf(core.plan, record)) {
    const cell = cellAt(core, pointer);
    if (cell) cell.overridden = true;
  }
  for (const rule of core.plan.entity.rules.mirrors) {
    const target = core.plan.byPattern.get(rule.field);
    const key = core.plan.byPattern.get(rule.key);
    if (target && key) nameRemembered({ target, key, rows: rowsOf(core, rule.each) });
  }
}

/** Stashed values are bare ids; the rows they refer to have the names. */
function nameRemembered({ target, key, rows }: { target: FieldPlan; key: FieldPlan; rows: readonly Row[] }) {
  const source = { target, key, rows: rows.map((row) => row.root) };
  for (const row of rows) {
    const cell = row.cells.get(target.field.name);
    if (!cell?.aside || !Array.isArray(cell.aside.value)) continue;
    const named = cell.aside.value.filter(isRecord);
    cell.aside = { ...cell.aside, value: entriesOf(listedIds(cell.aside.value), named, source) };
  }
}

// Taken from the record as given: members empty there are known to be empty.
function takeChosen(core: FormCore, cell: Cell, record: DataRecord): void {
  const alias = aliasOf(cell.plan);
  const place = cell.row?.place.pointer;
  const expanded =
    alias &&
    (place === undefined
      ? readField(record as MutableRecord, alias)
      : valueAt(record, `${place}/${alias.names.join('/')}`));
  completeLoaded(core, cell, expanded);
}

type RowKeys = ReadonlyMap<string, readonly string[]>;

function rowKeys(core: FormCore): RowKeys {
  const keys = new Map<string, readonly string[]>();
  for (const cell of core.content.cells.values()) {
    eachCell(cell, (inner) => {
      if (inner.rows.length > 0)
        keys.set(
          pointerOf(core, inner),
          inner.rows.map((row) => row.key),
        );
    });
  }
  return keys;
}

/** A reloaded list of the same length keeps its row keys, so that focus stays in its row. */
function reuseKeys(core: FormCore, keys: RowKeys): void {
  for (const plan of core.plan.lists) {
    for (const cell of listCells(core, plan.field.path)) {
      const before = keys.get(pointerOf(core, cell));
      if (before?.length === cell.rows.length)
        cell.rows.forEach((row, at) => {
          row.key = before[at] as string;
        });
    }
  }
}

function listCells(core: FormCore, list: string): readonly Cell[] {
  const plan = core.plan.byPattern.get(list);
  if (!plan) return [];
  if (plan.list !== undefined)
    return rowsOf(core, plan.list).flatMap((row) => row.cells.get(plan.field.name) ?? []);
  const cell = cellAt(core, `/${plan.names.join('/')}`);
  return cell ? [cell] : [];
}
