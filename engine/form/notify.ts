/** Tells listeners what has changed, after everything is settled. */

import { sameValue } from '../rules/sameValue.ts';
import type { Issue } from '../rules/types.ts';
import { cellAt, pointerOf } from './cells.ts';
import type { FormCore, Listener } from './FormCore.ts';
import type { FormStatus } from './types.ts';
import { refreshView } from './viewOf.ts';

/** Brings the views that may have changed up to date, then calls who listens to one that has. */
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

/** Pointers shown below a list; those of rows that are gone and that nobody listens to are forgotten. */
function pointersBelow(core: FormCore, list: string): readonly string[] {
  const below = [...core.watch.views.keys()].filter((pointer) => pointer.startsWith(`${list}/`));
  for (const pointer of below) {
    const isIdle = (core.watch.listeners.get(pointer)?.size ?? 0) === 0;
    if (isIdle && !cellAt(core, pointer)) core.watch.views.delete(pointer);
  }
  return below;
}

/** Makes the status anew; gives whether it has changed. */
function refreshStatus(core: FormCore): boolean {
  const next: FormStatus = {
    dirty: core.stored.changed.size > 0,
    saving: core.progress.saving,
    submitted: core.progress.submitted,
    errorCount: core.issues.errors + recordErrors(core),
    recordIssues: shownRecordIssues(core),
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
