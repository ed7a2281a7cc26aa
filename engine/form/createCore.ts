/** The state of a form before a record is loaded. */
import { createScopes, type Scopes } from '../rules/createScopes.ts';
import { planOf } from '../rules/planOf.ts';
import { askReferences } from './askServer.ts';
import { createMemory } from './createMemory.ts';
import type { FormContent, FormCore, FormWatch } from './FormCore.ts';
import { graphOf } from './formGraph.ts';
import { createQueue } from './queue.ts';
import { createKnownRecords } from './references.ts';
import { settleForm } from './settleForm.ts';
import type { FormOptions } from './types.ts';
import { notify } from './views.ts';

/** The empty parts of a form. */
export function createCore(options: FormOptions): FormCore {
  const plan = planOf(options.entity);
  const { isNew, record, context } = options;
  const action = isNew ? 'create' : (options.action ?? 'update');
  const around = { ...context, action, previous: isNew ? undefined : record };
  const core: FormCore = {
    options,
    plan,
    graph: graphOf(plan),
    placed: options.placed && new Set(options.placed),
    context: around,
    isNew,
    content: emptyContent(createScopes({}, around, plan.variables)),
    memory: createMemory(plan, () => core),
    queue: createQueue(),
    stored: { record, baseline: {}, sent: undefined, changed: new Set() },
    issues: { faulty: new Set(), ofRecord: new Map(), ofServer: [], errors: 0, changes: 0 },
    progress: {
      submitted: false,
      saving: false,
      touchedAny: false,
      loading: false,
      depth: 0,
      destroyed: false,
    },
    watch: createWatch(),
    known: createKnownRecords(),
    lost: [],
    change: (work) => inOneStep(core, work),
  };
  return core;
}

function emptyContent(scopes: Scopes): FormContent {
  const seen = {};
  const place = { pointer: '', root: seen, scope: scopes.record };
  return { seen, scopes, place, cells: new Map(), runs: new Map(), snapshot: undefined, nextKey: 1 };
}

function createWatch(): FormWatch {
  return {
    views: new Map(),
    listeners: new Map(),
    statusListeners: new Set(),
    structureListeners: new Set(),
    status: {
      dirty: false,
      saving: false,
      submitted: false,
      errorCount: 0,
      recordIssues: [],
      issueChanges: 0,
    },
    structure: 0,
    structureSeen: 0,
  };
}

/** Rules and listeners run once, when the outermost step ends. */
function inOneStep(core: FormCore, work: () => void): void {
  core.progress.depth += 1;
  try {
    work();
  } finally {
    core.progress.depth -= 1;
    if (core.progress.depth === 0) {
      settleForm(core);
      notify(core);
      askReferences(core);
    }
  }
}
