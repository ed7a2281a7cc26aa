import type { DataRecord } from '../model/types.ts';
import { createScopes } from '../rules/createScopes.ts';
import { planOf } from '../rules/planOf.ts';
import { savePayload } from '../rules/savePayload.ts';
import { askReferences, referencesReady } from './askReferences.ts';
import { askRemote } from './askRemote.ts';
import { cellAt, eachCell } from './cells.ts';
import { addRow, moveRow, removeRow, rowKeys } from './changeRows.ts';
import { changeValue, resetDerived } from './changeValue.ts';
import { createMemory } from './createMemory.ts';
import { explainRule } from './explainRule.ts';
import type { FormCore, Listener } from './FormCore.ts';
import { firstError } from './firstError.ts';
import { graphOf } from './formGraph.ts';
import { goOn } from './goOn.ts';
import { loadChanged, loadStored } from './loadRecord.ts';
import { conflictsWith, mergedRecord, recordAfterSave } from './mergeRecords.ts';
import { notify, recordIssuesOf } from './notify.ts';
import { createQueue } from './queue.ts';
import { createKnownRecords } from './references.ts';
import { applyServerIssues, dropServerIssues } from './serverIssues.ts';
import { settleForm } from './settleForm.ts';
import { snapshotOf } from './snapshot.ts';
import type { FormOptions, FormState, SaveResult } from './types.ts';
import { viewAt } from './viewOf.ts';

/** A form over one record: rules run as a person types, and only those that the change concerns. */
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
    status: () => core.status,
    record: () => snapshotOf(core),
    stored: () => core.stored,
    ...subscriptions(core),
    ...edits(core),
    ...saving(core),
    ...others(core),
    lost: () => core.lost,
    ready: () => referencesReady(core),
    destroy: () => {
      core.destroyed = true;
      core.listeners.clear();
      core.statusListeners.clear();
      core.structureListeners.clear();
    },
  };
}

function createCore(options: FormOptions): FormCore {
  const plan = planOf(options.entity);
  const { isNew, record, context } = options;
  const seen = {};
  const action = isNew ? 'create' : (options.action ?? 'update');
  const whole = { ...context, action, previous: isNew ? undefined : record };
  const scopes = createScopes(seen, whole, plan.variables);
  const core: FormCore = {
    options,
    plan,
    graph: graphOf(plan),
    placed: options.placed && new Set(options.placed),
    context: whole,
    isNew,
    seen,
    scopes,
    place: { pointer: '', root: seen, scope: scopes.record },
    cells: new Map(),
    runs: new Map(),
    memory: createMemory(plan, () => core),
    stored: record,
    baseline: {},
    sent: undefined,
    snapshot: undefined,
    changed: new Set(),
    faulty: new Set(),
    known: createKnownRecords(),
    lost: [],
    recordChecks: new Map(),
    serverIssues: [],
    errors: 0,
    submitted: false,
    saving: false,
    touchedAny: false,
    nextKey: 1,
    loading: false,
    queue: createQueue(),
    views: new Map(),
    listeners: new Map(),
    statusListeners: new Set(),
    structureListeners: new Set(),
    status: { dirty: false, saving: false, submitted: false, errorCount: 0, recordIssues: [] },
    structure: 0,
    structureSeen: 0,
    depth: 0,
    destroyed: false,
    change: (work) => inOneStep(core, work),
  };
  return core;
}

/** Rules run and listeners hear once, when the outermost step ends. */
function inOneStep(core: FormCore, work: () => void): void {
  core.depth += 1;
  try {
    work();
  } finally {
    core.depth -= 1;
    if (core.depth === 0) {
      settleForm(core);
      notify(core);
      askReferences(core);
    }
  }
}

function subscriptions(
  core: FormCore,
): Pick<FormState, 'subscribe' | 'subscribeStatus' | 'subscribeStructure' | 'structure'> {
  return {
    subscribe: (path, listener) => {
      // Only a view that somebody has seen can be found to have changed.
      viewAt(core, path);
      const listeners = core.listeners.get(path) ?? new Set<Listener>();
      core.listeners.set(path, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && core.listeners.get(path) === listeners) core.listeners.delete(path);
      };
    },
    subscribeStatus: (listener) => listen(core.statusListeners, listener),
    subscribeStructure: (listener) => listen(core.structureListeners, listener),
    structure: () => core.structureSeen,
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
    removeRow: (path, index) => core.change(() => removeRow(core, path, index)),
    moveRow: (path, from, to) => core.change(() => moveRow(core, path, from, to)),
    rowKeys: (path) => rowKeys(core, path),
    resetDerived: (path) => core.change(() => resetDerived(core, path)),
  };
}

function touch(core: FormCore, path: string): void {
  const cell = cellAt(core, path);
  if (!cell) return;
  cell.touched = true;
  core.touchedAny = true;
  core.queue.views.add(cell);
  askRemote(core, cell);
}

function saving(core: FormCore): Pick<FormState, 'submit' | 'setSaving' | 'saved' | 'reset'> {
  return {
    submit: () => submit(core),
    setSaving: (saving) =>
      core.change(() => {
        core.saving = saving;
      }),
    saved: (stored) => core.change(() => saved(core, stored)),
    reset: () =>
      core.change(() => {
        startOver(core);
        loadStored(core, core.stored);
      }),
  };
}

function submit(core: FormCore): SaveResult {
  core.change(() => {
    // What the server said before, it says again if it still holds.
    dropServerIssues(core);
    settleForm(core);
    core.submitted = true;
    for (const cell of core.faulty) core.queue.views.add(cell);
  });
  const first = firstError(core) ?? (hasRecordError(core) ? '' : undefined);
  if (first !== undefined) return { kind: 'invalid', first };
  core.sent = snapshotOf(core);
  return { kind: 'ready', payload: savePayload(core.plan.entity, core.sent) };
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
  core.submitted = false;
  core.touchedAny = false;
  core.sent = undefined;
}

/** From now on this is the record the server has. */
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
        loadTouched(core, core.stored, snapshotOf(core));
      }),
  };
}

/** What has been touched stays so. */
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
  for (const [name, top] of core.cells) {
    eachCell(top, (cell) => {
      if (cell.touched && cell === top) pointers.push(`/${name}`);
    });
  }
  return pointers;
}
