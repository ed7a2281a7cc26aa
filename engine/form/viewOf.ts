/** What a widget shows of a cell. */

import type { FieldModel } from '../model/types.ts';
import { patternOf } from '../rules/pointers.ts';
import { sameValue } from '../rules/sameValue.ts';
import type { Issue, Reason } from '../rules/types.ts';
import { cellAt, cellValue, matters } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { issuesOf } from './rowIssues.ts';
import { snapshotValue } from './snapshot.ts';
import type { FieldView } from './types.ts';

/** The view at a pointer; the same object while nothing in it changes. */
export function viewAt(core: FormCore, pointer: string): FieldView {
  const known = core.watch.views.get(pointer);
  if (known) return known;
  const cell = cellAt(core, pointer);
  const view = cell ? makeView(core, cell, pointer) : absentView(core, pointer);
  core.watch.views.set(pointer, view);
  return view;
}

/** Makes the view anew; gives whether it has changed. */
export function refreshView(core: FormCore, pointer: string): boolean {
  const before = core.watch.views.get(pointer);
  if (!before) return false;
  const cell = cellAt(core, pointer);
  const after = cell ? makeView(core, cell, pointer) : absentView(core, pointer);
  const kept = keepParts(before, after);
  if (kept === before) return false;
  if (kept.visible !== before.visible) core.watch.structure += 1;
  core.watch.views.set(pointer, kept);
  return true;
}

function makeView(core: FormCore, cell: Cell, path: string): FieldView {
  const { field } = cell.plan;
  const relevant = matters(cell);
  const isPlaced = placed(core, field.path);
  const locks = locksOf(core, cell);
  return {
    path,
    field,
    value: snapshotValue(cell, cellValue(core, cell)),
    visible: relevant && isPlaced && cell.readable.length === 0,
    editable: locks.length === 0 && relevant,
    required: cell.required && relevant,
    issues: shownIssues(core, cell),
    touched: cell.touched,
    options: cell.request,
    overridden: cell.overridden,
    reasons: [
      ...relevanceReasons(cell),
      ...(isPlaced ? none : [{ slot: 'relevant', source: 'placement', id: field.id } as const]),
      ...cell.readable,
      ...cell.requiredReasons,
      ...locks,
    ],
  };
}

const none: readonly never[] = [];

function placed({ placed }: FormCore, pattern: string): boolean {
  if (!placed) return true;
  for (let at = pattern; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'))))
    if (placed.has(at)) return true;
  return false;
}

function locksOf(core: FormCore, cell: Cell): readonly Reason[] {
  const reasons: Reason[] = core.options.locked ? [core.options.locked] : [];
  for (let at: Cell | undefined = cell; at; at = at.outer) reasons.push(...at.locks);
  return reasons;
}

function relevanceReasons(cell: Cell): readonly Reason[] {
  const reasons: Reason[] = [];
  for (let at: Cell | undefined = cell; at; at = at.outer) reasons.push(...at.relevance);
  return reasons;
}

/** What may be shown already: where the person has been, after a submit, and what the server said. */
function shownIssues(core: FormCore, cell: Cell): readonly Issue[] {
  if (core.progress.submitted || cell.touched) return issuesOf(cell);
  return cell.server;
}

/** A row or a field that has just gone may still be asked for once by a part that is about to go too. */
function absentView(core: FormCore, path: string): FieldView {
  const field = core.plan.byPattern.get(patternOf(path))?.field ?? formerField(core, path);
  return {
    path,
    field,
    value: undefined,
    visible: false,
    editable: false,
    required: false,
    issues: none,
    touched: false,
    options: undefined,
    overridden: false,
    reasons: none,
  };
}

/** The field as the declarations before had it. */
function formerField({ options, plan }: FormCore, path: string): FieldModel {
  if (!options.continues)
    throw new Error(`${plan.entity.id} has no field at ${path}. Mend the path, or declare the field.`);
  return options.continues.view(path).field;
}

/** The old view when nothing differs; else the new one with the old parts that say the same. */
function keepParts(before: FieldView, after: FieldView): FieldView {
  const issues = same(before.issues, after.issues);
  const reasons = same(before.reasons, after.reasons);
  const value = same(before.value, after.value);
  const kept: FieldView = { ...after, issues, reasons, value };
  const names = Object.keys(kept) as (keyof FieldView)[];
  return names.every((name) => kept[name] === before[name]) ? before : kept;
}

function same<Value>(before: Value, after: Value): Value {
  return before === after || (typeof after === 'object' && sameValue(before, after)) ? before : after;
}
