/** The current record of a form as immutable data. */

import type { FieldPlan } from '../rules/planTypes.ts';
import { isRecord, type MutableRecord } from '../rules/values.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { eachCell, pointerOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';

/** The record in answer shape, with stash and overrides; the same object until something changes. */
export function snapshotOf(core: FormCore): DataRecord {
  core.content.snapshot ??= makeSnapshot(core);
  return core.content.snapshot;
}

function makeSnapshot(core: FormCore): DataRecord {
  const record = emptied(core);
  for (const [name, value] of Object.entries(core.content.seen)) {
    const cell = core.content.cells.get(name);
    if (value !== undefined) record[name] = cell ? snapshotValue(cell, value) : value;
  }
  for (const [name, { aside }] of core.content.cells)
    if (aside?.retain === 'keep') record[name] = aside.value;
  return addExtras(core, record);
}

/** Emptied fields must be sent as null, not omitted. */
function emptied({ stored, content: { seen } }: FormCore): MutableRecord {
  const record: MutableRecord = {};
  for (const name of Object.keys(stored.record)) {
    if (seen[name] === undefined && !name.startsWith('$')) record[name] = null;
  }
  return record;
}

/** Adds stash and overrides. */
function addExtras(core: FormCore, record: MutableRecord): DataRecord {
  const stash: MutableRecord = {};
  const overrides: string[] = [];
  for (const cell of keepingCells(core)) {
    if (cell.aside?.retain === 'stash') stash[pointerOf(core, cell)] = cell.aside.value;
    if (cell.overridden) overrides.push(pointerOf(core, cell));
  }
  if (Object.keys(stash).length > 0) record.$stash = stash;
  if (overrides.length > 0) record.$overrides = overrides;
  return record;
}

/** The value of a cell as data: rows and members are copied, the rest is shared. */
export function snapshotValue(cell: Cell, value: unknown): unknown {
  if (cell.plan.field.kind === 'rows') return Array.isArray(value) ? cell.rows.map(snapshotRow) : value;
  if (cell.plan.field.kind !== 'object' || !isRecord(value)) return value;
  const copy = withoutMissing(value);
  for (const member of cell.members) {
    const { name } = member.plan.field;
    if (copy[name] !== undefined) copy[name] = snapshotValue(member, copy[name]);
    else if (member.aside?.retain === 'keep') copy[name] = member.aside.value;
  }
  return copy;
}

function withoutMissing(record: DataRecord): MutableRecord {
  const copy: MutableRecord = {};
  for (const name of Object.keys(record)) if (record[name] !== undefined) copy[name] = record[name];
  return copy;
}

function snapshotRow(row: Row): DataRecord {
  if (row.snapshot) return row.snapshot;
  const copy = withoutMissing(row.root);
  for (const [name, cell] of row.cells) {
    if (copy[name] !== undefined) copy[name] = snapshotValue(cell, copy[name]);
    else if (cell.aside?.retain === 'keep') copy[name] = cell.aside.value;
  }
  row.snapshot = copy;
  return copy;
}

/** Cells that may have stashed or overridden values; empty for forms without such rules. */
function keepingCells(core: FormCore): readonly Cell[] {
  const found: Cell[] = [];
  if (!keeps(core.plan.byPattern.values())) return found;
  for (const cell of core.content.cells.values()) {
    eachCell(cell, (inner) => {
      if (inner.aside || inner.overridden) found.push(inner);
    });
  }
  return found;
}

function keeps(plans: Iterable<FieldPlan>): boolean {
  for (const { relevant, value } of plans) {
    if (value?.override || relevant.some((rule) => rule.retain !== 'clear')) return true;
  }
  return false;
}
