/** A person adds, removes or moves rows; everything known about a row goes with it. */
import type { DataRecord } from '../model/types.ts';
import { newRow } from '../rules/newRecord.ts';
import { ownCopy } from '../rules/ownCopy.ts';
import { aliasOf, readField, writeField } from '../rules/places.ts';
import type { MutableRecord } from '../rules/values.ts';
import { cellAt, createRow, eachCell, placeOf } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { completeCell } from './references.ts';
import { dropCell, dropRuns, refreshRow } from './rowIssues.ts';
import { clearServerIssues } from './serverIssues.ts';
import { compareRows, noteChange } from './values.ts';

/** Adds a row with the declared defaults under the given values; at the end unless said otherwise. */
export function addRow(core: FormCore, pointer: string, row: DataRecord = {}, at?: number): void {
  const list = listAt(core, pointer);
  if (!list) return;
  const defaults = newRow(core.plan.entity, list.plan, core.context);
  const raw = { ...defaults, ...row };
  const root = ownCopy(raw, list.plan.structured);
  const index = Math.min(Math.max(0, at ?? list.rows.length), list.rows.length);
  valuesOf(core, list).splice(index, 0, root);
  const added = createRow(core, list, { root, index });
  for (const cell of added.cells.values()) eachCell(cell, (inner) => complete(core, inner, raw));
  list.rows.splice(index, 0, added);
  noteRows(core, list, index);
}

// Taken from the row as it came: the members that are empty there are known to be.
function complete(core: FormCore, cell: Cell, raw: DataRecord): void {
  const alias = aliasOf(cell.plan);
  completeCell(core, cell, alias && raw[alias.names.join('.')]);
}

/** Takes a row away. */
export function removeRow(core: FormCore, pointer: string, index: number): void {
  const list = listAt(core, pointer);
  const row = list?.rows[index];
  if (!list || !row) return;
  dropRuns(core, row);
  for (const cell of row.cells.values()) dropCell(core, cell);
  valuesOf(core, list).splice(index, 1);
  list.rows.splice(index, 1);
  noteRows(core, list, index);
}

/** Moves a row to another place. */
export function moveRow(core: FormCore, pointer: string, from: number, to: number): void {
  const list = listAt(core, pointer);
  const row = list?.rows[from];
  if (!list || !row || from === to || to < 0 || to >= list.rows.length) return;
  for (const lines of [valuesOf(core, list), list.rows as unknown[]])
    lines.splice(to, 0, ...lines.splice(from, 1));
  noteRows(core, list, Math.min(from, to));
}

/** Stable keys of the rows of a list. */
export function rowKeys(core: FormCore, pointer: string): readonly string[] {
  return listAt(core, pointer)?.rows.map((row) => row.key) ?? [];
}

function listAt(core: FormCore, pointer: string): Cell | undefined {
  const cell = cellAt(core, pointer);
  return cell?.plan.field.kind === 'rows' ? cell : undefined;
}

/** The list itself, which expressions read; made when there is none yet. */
function valuesOf(core: FormCore, list: Cell): unknown[] {
  const { root } = placeOf(core, list.row);
  const rows = readField(root, list.plan);
  if (Array.isArray(rows)) return rows;
  const made: MutableRecord[] = [];
  writeField(root, list.plan, made);
  return made;
}

/** Rows from `first` on stand elsewhere now. */
function noteRows(core: FormCore, list: Cell, first: number): void {
  clearServerIssues(core, list);
  list.rows.forEach((row, index) => {
    if (index < first && row.index === index) return;
    row.index = index;
    for (const cell of row.cells.values()) eachCell(cell, (inner) => clearServerIssues(core, inner));
    refreshRow(core, row);
  });
  noteChange(core, list);
  core.queue.lists.add(list);
  core.watch.structure += 1;
  compareRows(core, list);
}
