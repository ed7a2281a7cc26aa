/** The view of a cell that widgets show, and its subscriptions. */

import { patternOf } from '../rules/pointers.ts';
import { sameValue } from '../rules/sameValue.ts';
import type { Issue, Reason } from '../rules/types.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import { cellAt, cellValue, matters, pointerOf } from './cells.ts';
import type { Cell, FormCore, Listener } from './FormCore.ts';
import { issuesOf } from './issues.ts';
import { snapshotValue } from './snapshot.ts';
import type { FieldView, FormStatus } from './types.ts';

/** The view at a pointer; the same object while nothing in it changes. */
export function viewAt(core: FormCore, pointer: string): FieldView {
  const known = core.watch.views.get(pointer);
  if (known) return known;
  const cell = cellAt(core, pointer);
  const view = cell ? makeView(core, cell, pointer) : absentView(core, pointer);
  core.watch.views.set(pointer, view);
  return view;
}

/** Recomputes the view; returns whether it has changed. */
function refreshView(core: FormCore, pointer: string): boolean {
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

/** Issues that may be shown now: on touched fields, after a submit, and from the server. */
function shownIssues(core: FormCore, cell: Cell): readonly Issue[] {
  if (core.progress.submitted || cell.touched) return issuesOf(cell);
  return cell.server;
}

/** A component that is about to unmount may still ask for a removed row or field. */
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

/** The field in the previous declarations. */
function formerField({ options, plan }: FormCore, path: string): FieldModel {
  if (!options.continues)
    throw new Error(`${plan.entity.id} has no field at ${path}. Correct the path, or declare the field.`);
  return options.continues.view(path).field;
}

/** The old view if nothing differs, otherwise the new one with unchanged parts shared. */
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

/** Refreshes outdated views, then notifies subscribers of those that changed. */
export function notify(core: FormCore): void {
  const changed = refreshViews(core);
  const status = refreshStatus(core);
  const listeners: Listener[] = changed.flatMap((pointer) => [...(core.watch.listeners.get(pointer) ?? [])]);
  if (status) listeners.push(...core.watch.statusListeners);
  if (core.watch.structure !== core.watch.structureSeen) {
    core.watch.structureSeen = core.watch.structure;
    listeners.push(...core.watch.structureListeners);
  }
  for (const listener of listeners) listener();
}

function refreshViews(core: FormCore): readonly string[] {
  const { queue } = core;
  const { views } = core.watch;
  const pointers = new Set<string>();
  for (const cell of queue.views) pointers.add(pointerOf(core, cell));
  for (const list of queue.lists)
    for (const pointer of pointersBelow(core, pointerOf(core, list))) pointers.add(pointer);
  queue.views.clear();
  queue.lists.clear();
  return [...pointers].filter((pointer) => views.has(pointer) && refreshView(core, pointer));
}

/** Pointers viewed below a list; forgets those of removed rows without subscribers. */
function pointersBelow(core: FormCore, list: string): readonly string[] {
  const below = [...core.watch.views.keys()].filter((pointer) => pointer.startsWith(`${list}/`));
  for (const pointer of below) {
    const isIdle = (core.watch.listeners.get(pointer)?.size ?? 0) === 0;
    if (isIdle && !cellAt(core, pointer)) core.watch.views.delete(pointer);
  }
  return below;
}

/** Recomputes the status; returns whether it has changed. */
function refreshStatus(core: FormCore): boolean {
  const next: FormStatus = {
    dirty: core.stored.changed.size > 0,
    saving: core.progress.saving,
    submitted: core.progress.submitted,
    errorCount: core.issues.errors + recordErrors(core),
    recordIssues: shownRecordIssues(core),
    issueChanges: core.issues.changes,
  };
  const { status } = core.watch;
  const recordIssues = sameValue(status.recordIssues, next.recordIssues)
    ? status.recordIssues
    : next.recordIssues;
  const kept = { ...next, recordIssues };
  const names = Object.keys(kept) as (keyof FormStatus)[];
  if (names.every((name) => kept[name] === status[name])) return false;
  core.watch.status = kept;
  return true;
}

/** Issues of the record as a whole, shown or not. */
export function recordIssuesOf(core: FormCore): readonly Issue[] {
  return [...[...core.issues.ofRecord.values()].flat(), ...core.issues.ofServer];
}

function recordErrors(core: FormCore): number {
  return recordIssuesOf(core).filter((issue) => issue.level === 'error').length;
}

function shownRecordIssues(core: FormCore): readonly Issue[] {
  return core.progress.submitted || core.progress.touchedAny ? recordIssuesOf(core) : core.issues.ofServer;
}
