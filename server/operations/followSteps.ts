/** Side effects of a write within its transaction; an entity gets only the steps it declares. */
import type { DataRecord } from '#engine';
import { cascadeUpdate } from './cascadeUpdate.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { isHeldChanged, writeHeld } from './heldRows.ts';
import { clearOthers } from './keepOne.ts';
import type { WriteScope } from './OperationCall.ts';

/** `previous` is absent for a new record. */
type Stored = { readonly previous?: DataRecord; readonly next: DataRecord };

type Step = {
  readonly isFor: (plan: EntityPlan) => boolean;
  readonly run: (scope: WriteScope, plan: EntityPlan, stored: Stored) => Promise<void>;
};

const heldRows: Step = {
  isFor: ({ held }) => held.length > 0,
  run: async (scope, plan, stored) => {
    if (!stored.previous || isHeldChanged(plan, stored)) await writeHeld(scope, plan, stored);
  },
};

const marks: Step = {
  isFor: ({ entity }) => entity.ones.length > 0,
  run: (scope, plan, { next, previous }) => clearOthers(scope, plan, next, previous),
};

const followers: Step = {
  isFor: (plan) => plan.followers.length > 0,
  run: async (scope, plan, { previous, next }) => {
    if (previous) await cascadeUpdate(scope, plan, { previous, next });
  },
};

const steps: readonly Step[] = [heldRows, marks, followers];

const picked = new WeakMap<EntityPlan, readonly Step[]>();

export async function runFollowSteps(scope: WriteScope, plan: EntityPlan, stored: Stored): Promise<void> {
  const own = picked.get(plan) ?? steps.filter(({ isFor }) => isFor(plan));
  picked.set(plan, own);
  for (const { run } of own) await run(scope, plan, stored);
}
