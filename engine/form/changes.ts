/** Changes by a person: setting fields, and adding, removing or moving rows with all their state. */
import type { Compiled, Scope } from '../expression/types.ts';
import { compute, decide } from '../rules/decide.ts';
import { newRow } from '../rules/newRecord.ts';
import { ownCopy } from '../rules/ownCopy.ts';
import { aliasOf, readField, writeField } from '../rules/places.ts';
import { valueAt } from '../rules/pointers.ts';
import { isRecord, type MutableRecord, withoutEmpty } from '../rules/values.ts';
import type { DataRecord, EffectRule } from '../types/modelTypes.ts';
import { cellAt, createRow, eachCell, matters, placeOf, pointerOf } from './cells.ts';
import type { Cell, FormCore, Row } from './FormCore.ts';
import { clearServerIssues, dropCell, dropRuns, refreshRow } from './issues.ts';
import { enqueue, targetCell } from './queue.ts';
import { completeCell } from './references.ts';
import { settleForm } from './settleForm.ts';
import { compareRows, noteChange, noteSeen, writeValue } from './values.ts';

/** Sets a value as a person does: overrides computed values, runs effects. `option` is the chosen record. */
export function changeValue(core: FormCore, pointer: string, value: unknown, option?: DataRecord): void {
  const cell = cellAt(core, pointer);
  if (!cell) return;
  clearServerIssues(core, cell);
  if (cell.plan.value?.override && !cell.overridden) {
    cell.overridden = true;
    noteSeen(core, cell);
  }
  const changed = writeValue(core, cell, value, option);
  // Irrelevant and computed values are restored by their rules.
  for (const node of core.graph.nodesOf(cell.plan))
    if (node.kind === 'step' && node.list === cell.row?.list.plan.field.path) enqueue(core, node, cell.row);
  if (changed && cell.plan.effects.length > 0) runEffects(core, cell, option);
}

/** Reverts to the computed value. */
export function resetDerived(core: FormCore, pointer: string): void {
  const cell = cellAt(core, pointer);
  if (!cell?.overridden) return;
  cell.overridden = false;
  noteSeen(core, cell);
  for (const node of core.graph.nodesOf(cell.plan)) enqueue(core, node, cell.row);
}

/** Effects run on the settled form; values they set trigger no further effects. */
function runEffects(core: FormCore, cell: Cell, option: DataRecord | undefined): void {
  settleForm(core);
  const { scope } = placeOf(core, cell.row);
  const vars = { ...scope.vars, option: option && withoutEmpty(option) };
  for (const rule of cell.plan.effects)
    runEffect(core, rule, { row: cell.row, option, scope: { root: scope.root, vars } });
}

type Effect = {
  readonly row: Row | undefined;
  readonly option: DataRecord | undefined;
  readonly scope: Scope;
};

function runEffect(core: FormCore, rule: EffectRule, effect: Effect): void {
  if (rule.when && decide(rule.when, effect.scope) !== 'yes') return;
  for (const [pattern, expression] of Object.entries(rule.set))
    setAt(core, { pattern, expression, row: effect.row }, effect);
  for (const row of effect.row?.list.rows ?? [])
    for (const [pattern, expression] of Object.entries(rule.others))
      if (row !== effect.row) setAt(core, { pattern, expression, row }, effect);
}

type Setting = {
  readonly pattern: string;
  readonly expression: Compiled;
  readonly row: Row | undefined;
};

function setAt(core: FormCore, { pattern, expression, row }: Setting, { scope, option }: Effect): void {
  const target = core.plan.byPattern.get(pattern);
  const cell = target && targetCell(core, target, target.list === undefined ? undefined : row);
  const computed = cell && isOpen(core, cell) ? compute(expression, scope) : undefined;
  if (!cell || !computed || !('value' in computed)) return;
  if (cell.plan.value?.override && !cell.overridden) {
    cell.overridden = true;
    noteSeen(core, cell);
  }
  writeValue(core, cell, computed.value, recordIn(option, cell, computed.value));
}

// An effect must not change what the person could not.
function isOpen(core: FormCore, cell: Cell): boolean {
  if (core.options.locked || !matters(cell)) return false;
  for (let at: Cell | undefined = cell; at; at = at.outer) if (at.locks.length > 0) return false;
  return true;
}

/** The record behind an id that an effect sets, if the chosen record includes it: the group's brand. */
function recordIn(option: DataRecord | undefined, { plan }: Cell, id: unknown): MutableRecord | undefined {
  const expanded = plan.alias === undefined ? undefined : option?.[plan.alias];
  return isRecord(expanded) && expanded.Id === id ? expanded : undefined;
}

/** Adds a row, with declared defaults under the given values; at the end by default. */
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

// Taken from the row as given: members empty there are known to be empty.
function complete(core: FormCore, cell: Cell, raw: DataRecord): void {
  const alias = aliasOf(cell.plan);
  completeCell(core, cell, alias && raw[alias.names.join('.')]);
}

/** Removes a row; returns a function that undoes the removal. */
export function removeRow(core: FormCore, pointer: string, index: number): () => void {
  const list = listAt(core, pointer);
  const row = list?.rows[index];
  if (!list || !row) return () => undefined;
  dropRuns(core, row);
  for (const cell of row.cells.values()) dropCell(core, cell);
  valuesOf(core, list).splice(index, 1);
  list.rows.splice(index, 1);
  noteRows(core, list, index);
  return () => putRowBack(core, { pointer, row, index });
}

type Removed = { readonly pointer: string; readonly row: Row; readonly index: number };

/** Restores the row with its values, overrides and stash. Server issues are not restored. */
function putRowBack(core: FormCore, { pointer, row, index }: Removed): void {
  const list = listAt(core, pointer);
  if (!list || list.rows.includes(row)) return;
  const at = Math.min(index, list.rows.length);
  const back = row.list === list ? row : copyOfRow(core, list, { row, at });
  for (const cell of back.cells.values()) eachCell(cell, forgetIssues);
  valuesOf(core, list).splice(at, 0, back.root);
  list.rows.splice(at, 0, back);
  noteRows(core, list, at);
}

/** After a reload, a row that is no longer stored returns as a new row. */
function copyOfRow(core: FormCore, list: Cell, { row, at }: { readonly row: Row; readonly at: number }): Row {
  const root = ownCopy(row.root, list.plan.structured);
  const stored = valueAt(core.stored.record, pointerOf(core, list));
  const isStored = Array.isArray(stored) && stored.some((one) => isRecord(one) && one.Id === root.Id);
  if (!isStored) delete root.Id;
  const made = createRow(core, list, { root, index: at });
  for (const cell of made.cells.values()) eachCell(cell, (inner) => complete(core, inner, row.root));
  return made;
}

function forgetIssues(cell: Cell): void {
  cell.checks.clear();
  cell.server = [];
  cell.said = [];
  cell.errors = 0;
}

/** Moves a row. */
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

/** The list that expressions read; created when missing. */
function valuesOf(core: FormCore, list: Cell): unknown[] {
  const { root } = placeOf(core, list.row);
  const rows = readField(root, list.plan);
  if (Array.isArray(rows)) return rows;
  const made: MutableRecord[] = [];
  writeField(root, list.plan, made);
  return made;
}

/** Rows from `first` on have moved. */
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
