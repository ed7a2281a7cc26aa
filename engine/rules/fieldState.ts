/** Whether a field is relevant, readable, required and editable, with all reasons. */
import type { Scope } from '../expression/types.ts';
import type { Access, StateRule, ValueRule } from '../types/modelTypes.ts';
import { mayAccess } from './access.ts';
import { decide } from './decide.ts';
import type { FieldPlan } from './planTypes.ts';
import { undecided } from './relevanceOf.ts';
import type { FieldState, Reason, RuleContext } from './types.ts';

type StateSource = {
  readonly plan: FieldPlan;
  readonly scope: Scope;
  readonly context: Pick<RuleContext, 'user' | 'action'>;
  /** Result and reasons of the field's own relevance rules. */
  readonly relevant: boolean;
  readonly reasons: readonly Reason[];
  /** State of the enclosing list or object. */
  readonly outer?: FieldState;
};

/** The state of one field at one place. Deny wins. */
export function fieldState(source: StateSource): FieldState {
  const { plan, outer } = source;
  const relevant = source.relevant && (outer?.relevant ?? true);
  const unreadable = readableReasons(source);
  const required = requiredReasons(plan, source.scope);
  const locked = editableReasons(source);
  const reasons = [
    ...(outer && !outer.relevant ? outer.reasons.filter((reason) => reason.slot === 'relevant') : []),
    ...source.reasons,
    ...unreadable,
    ...required.reasons,
    ...locked,
  ];
  return {
    relevant,
    readable: unreadable.length === 0,
    required: relevant && required.holds,
    editable: locked.length === 0,
    reasons,
  };
}

/** Why a field may not be seen. */
export function readableReasons({ plan, context }: Pick<StateSource, 'plan' | 'context'>): readonly Reason[] {
  if (plan.policies.length === 0) return none;
  return plan.policies.flatMap(({ view }) =>
    !view || mayAccess(view, context.user) ? [] : [byPolicy('readable', view)],
  );
}

const none: readonly Reason[] = [];

/** Whether a value is required, and by what. */
export function requiredReasons(plan: FieldPlan, scope: Scope): Requirement {
  if (plan.required.length === 0) return plan.field.required ? requiredBySchema(plan) : notRequired;
  const reasons: Reason[] = [];
  let holds = plan.field.required;
  if (holds) reasons.push({ slot: 'required', source: 'schema', id: plan.field.id });
  for (const rule of plan.required) {
    const decision = decide(rule.expression, scope);
    if (decision === 'no') continue;
    if (decision === 'yes') holds = true;
    reasons.push(
      decision === 'yes'
        ? { slot: 'required', source: 'rule', id: rule.id, message: rule.message }
        : undecided('required', rule.id),
    );
  }
  return { holds, reasons };
}

type Requirement = { readonly holds: boolean; readonly reasons: readonly Reason[] };

const notRequired: Requirement = { holds: false, reasons: none };
const bySchemaAlone = new WeakMap<FieldPlan, Requirement>();

function requiredBySchema(plan: FieldPlan): Requirement {
  const known = bySchemaAlone.get(plan);
  if (known) return known;
  const made: Requirement = {
    holds: true,
    reasons: [{ slot: 'required', source: 'schema', id: plan.field.id }],
  };
  bySchemaAlone.set(plan, made);
  return made;
}

function isComputedNow({ override, when }: ValueRule, scope: Scope): boolean {
  return !override && (!when || decide(when, scope) === 'yes');
}

/** Why a field may not be written; empty when it may. */
export function editableReasons(source: StateSource): readonly Reason[] {
  const { plan, outer, context, scope } = source;
  const { field, policies } = plan;
  const reasons: Reason[] = [];
  if (outer && !outer.editable) reasons.push(...outer.reasons.filter((reason) => reason.slot === 'editable'));
  if (plan.value && isComputedNow(plan.value, scope))
    reasons.push({
      slot: 'editable',
      source: 'derived',
      id: plan.value.id,
      message: 'forbidden.reason.derived',
    });
  else if (field.readOnly) reasons.push(bySchema(field.id, 'forbidden.reason.readOnly'));
  if (field.createOnly && context.action !== 'create')
    reasons.push(bySchema(field.id, 'forbidden.reason.createOnly'));
  for (const { write } of policies)
    if (write && !mayAccess(write, context.user)) reasons.push(byPolicy('editable', write));
  reasons.push(...lockReasons(plan.editable, scope));
  return reasons;
}

/** The reasons from rules; a rule that cannot be evaluated locks. */
export function lockReasons(rules: readonly StateRule[], scope: Scope): readonly Reason[] {
  if (rules.length === 0) return none;
  return rules.flatMap((rule) => {
    const decision = decide(rule.expression, scope);
    if (decision === 'yes') return [];
    if (decision === 'undecided') return [undecided('editable', rule.id)];
    const message = rule.message ?? 'forbidden.reason.rule';
    return [{ slot: 'editable', source: 'rule', id: rule.id, message } as const];
  });
}

function bySchema(id: string, message: string): Reason {
  return { slot: 'editable', source: 'schema', id, message };
}

function byPolicy(slot: 'readable' | 'editable', access: Access): Reason {
  return { slot, source: 'policy', id: featuresOf(access), message: 'forbidden.reason.policy' };
}

function featuresOf(access: Access): string {
  return access.kind === 'feature' ? access.anyOf.join(', ') : access.kind;
}
