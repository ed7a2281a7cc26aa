import { traceOf } from '../expression/traceExpression.ts';
import type { Compiled } from '../expression/types.ts';
import { normalValue } from '../rules/normalRecord.ts';
import { savePayload } from '../rules/savePayload.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { askReferences, askRemote, referencesReady } from './askServer.ts';
import { cellAt, cellValue, eachCell, placeOf, pointerOf } from './cells.ts';
import { addRow, changeValue, moveRow, removeRow, resetDerived, rowKeys } from './changes.ts';
import { createCore } from './createCore.ts';
import type { Cell, FormCore, Listener } from './FormCore.ts';
import { goOn } from './goOn.ts';
import { applyServerIssues, dropServerIssues, firstError } from './issues.ts';
import { loadChanged, loadStored } from './loadRecord.ts';
import { conflictsWith, mergedRecord, recordAfterSave } from './mergeRecords.ts';
import { settleForm } from './settleForm.ts';
import { snapshotOf } from './snapshot.ts';
import type { Explanation, FormOptions, FormState, SaveResult } from './types.ts';
import { notify, recordIssuesOf, viewAt } from './views.ts';

/** A form for one record: rules run on every change, but only those affected. */
export function createForm(options: FormOptions): FormState {
  const core = createCore(options);
  if (options.continues) goOn(core, options.continues);
  else loadStored(core, options.record);
  notify(core);
  askReferences(core);
  return {
    entity: options.entity,
    view: (path) => viewAt(core, path),
    explain: (path, rule) => explainRule(core, path, rule),
    status: () => core.watch.status,
    record: () => snapshotOf(core),
    stored: () => core.stored.record,
    ...subscriptions(core),
    ...edits(core),
    ...saving(core),
    ...others(core),
    lost: () => core.lost,
    ready: () => referencesReady(core),
    destroy: () => {
      core.progress.destroyed = true;
      core.watch.listeners.clear();
      core.watch.statusListeners.clear();
      core.watch.structureListeners.clear();
    },
  };
}

function subscriptions(
  core: FormCore,
): Pick<FormState, 'subscribe' | 'subscribeStatus' | 'subscribeStructure' | 'structure'> {
  return {
    subscribe: (path, listener) => {
      // Changes are detected only for views that exist.
      viewAt(core, path);
      const listeners = core.watch.listeners.get(path) ?? new Set<Listener>();
      core.watch.listeners.set(path, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && core.watch.listeners.get(path) === listeners)
          core.watch.listeners.delete(path);
      };
    },
    subscribeStatus: (listener) => listen(core.watch.statusListeners, listener),
    subscribeStructure: (listener) => listen(core.watch.structureListeners, listener),
    structure: () => core.watch.structureSeen,
  };
}

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Edits = Pick<
  FormState,
  'change' | 'batch' | 'touch' | 'addRow' | 'removeRow' | 'moveRow' | 'rowKeys' | 'resetDerived'
>;

function edits(core: FormCore): Edits {
  return {
    change: (path, value, option) => core.change(() => changeValue(core, path, value, option)),
    batch: (work) => core.change(work),
    touch: (path) => core.change(() => touch(core, path)),
    addRow: (path, row, at) => core.change(() => addRow(core, path, row, at)),
    removeRow: (path, index) => {
      let back = (): void => undefined;
      core.change(() => {
        back = removeRow(core, path, index);
      });
      return () => core.change(back);
    },
    moveRow: (path, from, to) => core.change(() => moveRow(core, path, from, to)),
    rowKeys: (path) => rowKeys(core, path),
    resetDerived: (path) => core.change(() => resetDerived(core, path)),
  };
}

function touch(core: FormCore, path: string): void {
  const cell = cellAt(core, path);
  if (!cell) return;
  tidy(core, cell);
  cell.touched = true;
  core.progress.touchedAny = true;
  core.queue.views.add(cell);
  askRemote(core, cell);
}

/** Normalizes a text when its field is left: pasted blanks are not the person's mistake. */
function tidy(core: FormCore, cell: Cell): void {
  const value = cellValue(core, cell);
  if (typeof value !== 'string' || !core.stored.changed.has(cell)) return;
  const normal = normalValue(cell.plan.field, value);
  if (normal !== value) changeValue(core, pointerOf(core, cell), normal === '' ? null : normal);
}

function saving(core: FormCore): Pick<FormState, 'submit' | 'setSaving' | 'saved' | 'reset'> {
  return {
    submit: () => submit(core),
    setSaving: (saving) =>
      core.change(() => {
        core.progress.saving = saving;
      }),
    saved: (stored) => core.change(() => saved(core, stored)),
    reset: () =>
      core.change(() => {
        startOver(core);
        loadStored(core, core.stored.record);
      }),
  };
}

function submit(core: FormCore): SaveResult {
  core.change(() => {
    // The server will repeat its issues if they still apply.
    dropServerIssues(core);
    for (const cell of [...core.stored.changed]) tidy(core, cell);
    settleForm(core);
    core.progress.submitted = true;
    for (const cell of core.issues.faulty) core.queue.views.add(cell);
  });
  const first = firstError(core) ?? (hasRecordError(core) ? '' : undefined);
  if (first !== undefined) return { kind: 'invalid', first };
  core.stored.sent = snapshotOf(core);
  return { kind: 'ready', payload: savePayload(core.plan.entity, core.stored.sent) };
}

function hasRecordError(core: FormCore): boolean {
  return recordIssuesOf(core).some((issue) => issue.level === 'error');
}

function saved(core: FormCore, stored: DataRecord): void {
  const record = recordAfterSave(core, stored);
  startOver(core);
  takeStored(core, stored);
  if (record === stored) loadStored(core, stored);
  else loadChanged(core, stored, record);
}

function startOver(core: FormCore): void {
  core.progress.submitted = false;
  core.progress.touchedAny = false;
  core.stored.sent = undefined;
}

/** Takes this as the stored record. */
function takeStored(core: FormCore, stored: DataRecord): void {
  core.isNew = core.isNew && (stored.Id ?? undefined) === undefined;
  const action = core.isNew ? 'create' : (core.options.action ?? 'update');
  core.context = { ...core.context, action, previous: core.isNew ? undefined : stored };
}

type Others = Pick<FormState, 'applyServerIssues' | 'conflict' | 'merge' | 'setContext'>;

function others(core: FormCore): Others {
  return {
    applyServerIssues: (issues) => core.change(() => applyServerIssues(core, issues)),
    conflict: (current) => conflictsWith(core, current),
    merge: (current, take) =>
      core.change(() => {
        const record = mergedRecord(core, current, take);
        takeStored(core, current);
        loadTouched(core, current, record);
      }),
    setContext: (context) =>
      core.change(() => {
        const { action, previous } = core.context;
        core.context = { ...context, action, previous };
        loadTouched(core, core.stored.record, snapshotOf(core));
      }),
  };
}

/** Keeps the touched state. */
function loadTouched(core: FormCore, stored: DataRecord, record: DataRecord): void {
  const touched = touchedPointers(core);
  loadChanged(core, stored, record);
  for (const pointer of touched) {
    const cell = cellAt(core, pointer);
    if (cell) cell.touched = true;
  }
}

function touchedPointers(core: FormCore): readonly string[] {
  const pointers: string[] = [];
  for (const [name, top] of core.content.cells) {
    eachCell(top, (cell) => {
      if (cell.touched && cell === top) pointers.push(`/${name}`);
    });
  }
  return pointers;
}

type Ruled = {
  readonly id: string;
  readonly file: string;
  readonly pointer: string;
  readonly overlay?: string;
  readonly expression: Compiled;
};

/** Undefined for anything but a rule of the record, such as a permission. */
function explainRule(core: FormCore, path: string, id: string): Explanation | undefined {
  const { state, checks, values } = core.options.entity.rules;
  const rule: Ruled | undefined = [...state, ...checks, ...values].find((one) => one.id === id);
  if (!rule) return undefined;
  const scope = placeOf(core, cellAt(core, path)?.row).scope;
  const { file, pointer, overlay, expression } = rule;
  return { id, file, pointer, overlay, text: expression.text ?? '', trace: traceOf(expression, scope) };
}
