/** How the rule engine writes to a form and notifies what depends on it. */
import { createMirrorMemory } from '../rules/mirrorMemory.ts';
import type { EntityPlan } from '../rules/planTypes.ts';
import type { Found, WorkingMemory } from '../rules/ruleCell.ts';
import { eachCell, placeOf, rowsOf } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { countErrors } from './issues.ts';
import { enqueue, enqueueEverywhere } from './queue.ts';
import { noteSeen, writeValue } from './values.ts';

/** Creates the rule engine's access to a form. */
export function createMemory(plan: EntityPlan, coreOf: () => FormCore): WorkingMemory<Cell> {
  return {
    plan,
    mirrors: createMirrorMemory(plan, undefined),
    placeOf: ({ row }) => placeOf(coreOf(), row),
    write: (cell, value, chosen) => writeValue(coreOf(), cell, value, chosen),
    note: (cell, found) => noted[found](coreOf(), cell),
    rowsOf: ({ each, field }) => {
      const name = plan.byPattern.get(field)?.field.name ?? '';
      return rowsOf(coreOf(), each).map(({ root, cells }) => ({ root, cell: cells.get(name) }));
    },
  };
}

const noted: Record<Found, (core: FormCore, cell: Cell) => void> = {
  relevance: (core, cell) => core.queue.views.add(cell),
  turned: noteTurned,
  aside: (core) => {
    core.content.snapshot = undefined;
  },
  failed: countErrors,
};

function noteTurned(core: FormCore, cell: Cell): void {
  noteSeen(core, cell);
  core.watch.structure += 1;
  eachCell(cell, (inner) => {
    core.queue.values.add(inner);
    core.queue.views.add(inner);
  });
  for (const node of core.graph.nodesOf(cell.plan)) {
    // A row that becomes relevant again may be referenced by others without any value changing.
    if (node.kind === 'step' && node.step.kind === 'mirror') enqueue(core, node, undefined);
    else if (node.kind !== 'step' || node.step.kind === 'value') enqueue(core, node, cell.row);
  }
  for (const node of core.graph.checksAt(cell.plan.field.path)) enqueueEverywhere(core, node);
}
