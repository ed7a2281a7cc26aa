import type { Scope } from '../expression/types.ts';
import type { Retain } from '../types/modelTypes.ts';
import { decide } from './decide.ts';
import type { FieldPlan } from './planTypes.ts';
import type { Reason } from './types.ts';

export type Relevance = {
  readonly relevant: boolean;
  readonly retain: Retain;
  readonly reasons: readonly Reason[];
};

const always: Relevance = { relevant: true, retain: 'clear', reasons: [] };

/** Whether a field is relevant: all its rules must hold; a rule that fails to compute leaves it shown. */
export function relevanceOf(plan: FieldPlan, scope: Scope): Relevance {
  if (plan.relevant.length === 0) return always;
  const reasons: Reason[] = [];
  let retain: Retain | undefined;
  for (const rule of plan.relevant) {
    const decision = decide(rule.expression, scope);
    if (decision === 'yes') continue;
    if (decision === 'no') retain ??= rule.retain;
    reasons.push(
      decision === 'no'
        ? { slot: 'relevant', source: 'rule', id: rule.id, message: rule.message }
        : undecided('relevant', rule.id),
    );
  }
  return reasons.length === 0
    ? always
    : { relevant: retain === undefined, retain: retain ?? 'clear', reasons };
}

/** The reason given when a rule's expression fails. */
export function undecided(slot: Reason['slot'], rule: string): Reason {
  return { slot, source: 'rule', id: rule, message: 'rule.undecided', params: { rule } };
}
