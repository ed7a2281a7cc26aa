/** Writes values into a form's record and notifies dependants. */

import { refersToMany } from '../query/refersToOne.ts';
import { ownCopy } from '../rules/ownCopy.ts';
import { aliasOf, readField, writeField } from '../rules/places.ts';
import { isAlwaysComputed } from '../rules/planOf.ts';
import { valueAt } from '../rules/pointers.ts';
import { sameValue } from '../rules/sameValue.ts';
import { cleaned, isRecord, storedValue } from '../rules/values.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { cellValue, createRow, eachCell, fillCell, placeOf, pointerOf } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { dropCell, dropRuns, refreshRow } from './issues.ts';
import { enqueue, enqueueEverywhere, enqueueReaders } from './queue.ts';
import { completeCell, kept, referredEntries, referredRecord } from './references.ts';

/** Sets a value; `chosen` is the referenced record. Returns whether anything changed. */
export function writeValue(core: FormCore, cell: Cell, value: unknown, chosen?: DataRecord): boolean {
  const { root } = placeOf(core, cell.row);
  const before = readField(root, cell.plan);
  const after = cleanedFor(core, cell, value, before);
  const expands = chosen !== undefined && chosen !== cell.chosen;
  if (sameValue(before, after) && !expands) return false;
  writeField(root, cell.plan, after);
  writeAlias(core, cell, after, chosen);
  if (cell.plan.nested.length > 0) refill(core, cell);
  noteChange(core, cell);
  // The same number of rows may still be different rows.
  if (cell.rows.length > 0) compareRows(core, cell);
  return true;
}

/** Normalizes a value; empty values are removed. */
function cleanedFor(core: FormCore, cell: Cell, value: unknown, before: unknown): unknown {
  const { plan } = cell;
  if (refersToMany(plan.field)) return referredEntries(core, cell, value, before);
  if (plan.field.kind === 'json') return value ?? undefined;
  if (plan.structured.size === 0 && plan.nested.length === 0) return cleaned(value);
  if (Array.isArray(value)) return value.filter(isRecord).map((row) => ownCopy(row, plan.structured));
  return isRecord(value) ? ownCopy(value, plan.structured) : cleaned(value);
}

/** The expansion follows the id, so that rules reading `Brand.Name` see the brand just chosen. */
function writeAlias(core: FormCore, cell: Cell, id: unknown, chosen: DataRecord | undefined): void {
  const alias = aliasOf(cell.plan);
  if (!alias) {
    cell.chosen = undefined;
    return;
  }
  const { root } = placeOf(core, cell.row);
  const { field } = cell.plan;
  const source =
    id === undefined ? undefined : sourceOf(core, cell, { id, chosen, held: readField(root, alias) });
  cell.chosen = source;
  writeField(root, alias, source && kept(field, source));
}

type Source = { readonly id: unknown; readonly chosen: DataRecord | undefined; readonly held: unknown };

function sourceOf(core: FormCore, { plan }: Cell, { id, chosen, held }: Source): DataRecord | undefined {
  if (!chosen && isRecord(held) && held.Id === id) return held;
  return referredRecord(core, plan, id, chosen);
}

/** Recreates cells for members or rows of a value set as a whole; rows at the same index keep their keys. */
function refill(core: FormCore, cell: Cell): void {
  const before = cell.rows;
  for (const row of before) {
    dropRuns(core, row);
    for (const inner of row.cells.values()) dropCell(core, inner);
  }
  for (const member of cell.members) dropCell(core, member);
  const value = cellValue(core, cell);
  if (cell.plan.field.kind === 'rows') {
    const roots = Array.isArray(value) ? value.filter(isRecord) : [];
    cell.rows = roots.map((root, index) => createRow(core, cell, { root, index, key: before[index]?.key }));
  } else fillCell(core, cell);
  completeBelow(core, cell);
  noteRefilled(core, cell);
}

/** A value set as a whole may contain references by id only. */
function completeBelow(core: FormCore, cell: Cell): void {
  eachCell(cell, (inner) => {
    const alias = aliasOf(inner.plan);
    if (inner !== cell) completeCell(core, inner, alias && readField(placeOf(core, inner.row).root, alias));
  });
}

/** Everything below the cell is new: runs its rules and checks, refreshes its views. */
function noteRefilled(core: FormCore, cell: Cell): void {
  for (const member of cell.members) noteFresh(core, member);
  for (const node of core.graph.checksAt(cell.plan.field.path)) enqueueEverywhere(core, node);
  for (const row of cell.rows) refreshRow(core, row);
  core.queue.lists.add(cell);
  core.watch.structure += 1;
}

function noteFresh(core: FormCore, cell: Cell): void {
  core.queue.values.add(cell);
  core.queue.views.add(cell);
  for (const node of core.graph.nodesOf(cell.plan)) enqueue(core, node, cell.row);
  noteRefilled(core, cell);
}

/** A value changed: enqueues its readers, checks and views. */
export function noteChange(core: FormCore, cell: Cell): void {
  const { plan, row } = cell;
  core.queue.values.add(cell);
  if (cell.server.length > 0) cell.server = none;
  noteSeen(core, cell);
  enqueueReaders(core, plan.field.path, row);
  if (plan.alias !== undefined) enqueueReaders(core, aliasPattern(cell), row);
  if (plan.options)
    for (const node of core.graph.nodesOf(plan)) if (node.kind === 'options') enqueue(core, node, row);
  compareWithBaseline(core, cell);
}

const none: readonly never[] = [];

function aliasPattern({ plan }: Cell): string {
  return [...plan.field.path.split('.').slice(0, -1), plan.alias as string].join('.');
}

/** Refreshes the views of a cell and of everything that contains it. */
export function noteSeen(core: FormCore, cell: Cell): void {
  core.content.snapshot = undefined;
  for (let at: Cell | undefined = cell; at; at = at.outer) {
    core.queue.views.add(at);
    if (at.row) at.row.snapshot = undefined;
  }
}

/** Tracks which cells differ from the stored record. */
export function compareWithBaseline(core: FormCore, cell: Cell): void {
  if (isTyped(cell) && differs(core, cell)) core.stored.changed.add(cell);
  else core.stored.changed.delete(cell);
}

// Values set by the server or by rules do not count as unsaved edits.
function isTyped({ plan }: Cell): boolean {
  return plan.field.stored && !plan.field.readOnly && !isAlwaysComputed(plan);
}

function differs(core: FormCore, cell: Cell): boolean {
  const before = baselineOf(core, cell);
  const after = cellValue(core, cell);
  if (cell.plan.field.kind === 'rows') return lengthOf(before) !== lengthOf(after);
  if (cell.plan.field.kind === 'object') return isRecord(before) !== isRecord(after);
  const { field } = cell.plan;
  return !sameValue(storedValue(field, before), storedValue(field, after));
}

/** The stored value at the same place, computed on demand. */
function baselineOf(core: FormCore, cell: Cell): unknown {
  const pointer = pointerOf(core, cell);
  return cell.row || pointer.indexOf('/', 1) > 0
    ? valueAt(core.stored.baseline, pointer)
    : core.stored.baseline[pointer.slice(1)];
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Compares everything below a list after its rows have moved. */
export function compareRows(core: FormCore, list: Cell): void {
  compareWithBaseline(core, list);
  for (const row of list.rows) {
    for (const cell of row.cells.values()) {
      compareWithBaseline(core, cell);
      if (cell.rows.length > 0) compareRows(core, cell);
    }
  }
}
