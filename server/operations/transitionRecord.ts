import {
  type DataRecord,
  type Issue,
  type RuleContext,
  stepNote,
  stepRule,
  type TransitionModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { needsApproval, requestApproval } from './approvals/requestApproval.ts';
import { authorize, isAllowed } from './authorize.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { loadAnswer, loadRecord } from './loadRecord.ts';
import { inTransaction, type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { refuseLost } from './refuseLost.ts';
import { stateOf, statesOf } from './stateOf.ts';
import { refuseStale, storeUpdate } from './updateRecord.ts';
import { refuseErrors, validateWrite } from './validateWrite.ts';

type TransitionRequest = {
  readonly id: string;
  readonly transition: TransitionModel;
  readonly revision?: number;
  /** True when a person makes the call and must first confirm the step's question. */
  readonly asks?: boolean;
  /** The record as the client sent it back; only the fields that the transition asks for are written. */
  readonly sent?: DataRecord;
  /** Values for the fields that the transition asks for. */
  readonly filled?: DataRecord;
  /** Kept in the history. */
  readonly note?: string;
  /** It was approved, or does not wait for approval. */
  readonly isApproved?: boolean;
  /** Told the id of the approval for which it waits from now on. */
  readonly onWaiting?: (id: string) => void;
};

/** Moves a record to another state if step, guard and rules allow it; returns the stored record. */
export async function transitionRecord(
  call: OperationCall,
  plan: EntityPlan,
  request: TransitionRequest,
): Promise<DataRecord> {
  return inTransaction(call, (scope) => transitionWithin(scope, plan, request));
}

/** Moves a record within an existing transaction. */
export async function transitionWithin(
  scope: WriteScope,
  plan: EntityPlan,
  request: TransitionRequest,
): Promise<DataRecord> {
  const { id, transition, revision, asks = false, sent, filled = {}, note } = request;
  const { call } = scope;
  authorize(transition.access, call.features);
  const previous = await loadRecord(scope, plan, id);
  await refuseStale(scope, plan, previous, revision);
  const action = `transition:${transition.id}`;
  const context = ruleContext(call, {
    action,
    previous,
    owner: await ownerOf(call, scope.session, plan, previous),
  });
  refuseIllegal(scope, plan, { transition, previous, context });
  const answers = answersOf(transition, filled);
  if (asks || request.isApproved)
    refuseErrors(plan, answerIssues(call, plan, { transition, previous, answers, note }));
  const next = applyTransition(plan, { transition, previous: { ...previous, ...answers }, context });
  const asked = asks ? questionOf(plan, transition) : [];
  const record = await validateWrite(scope, { plan, action, next, previous, asked, checksWritable: false });
  const fields = Object.keys(answers);
  if (sent) refuseLost(plan, { sent, fields }, { previous, record });
  const approval = request.isApproved ? undefined : needsApproval(transition, record, context);
  if (approval) {
    request.onWaiting?.(
      await requestApproval(scope, plan, { transition, approval, previous, filled: answers, note }),
    );
    return loadAnswer(scope, plan, id);
  }
  return storeUpdate(scope, plan, { previous, next: record, operation: action, ...(note && { note }) });
}

/** Only what the transition asks for. */
function answersOf({ asks }: TransitionModel, filled: DataRecord): DataRecord {
  return Object.fromEntries(asks.flatMap(({ field }) => (field in filled ? [[field, filled[field]]] : [])));
}

type Answered = {
  readonly transition: TransitionModel;
  readonly previous: DataRecord;
  readonly answers: DataRecord;
  readonly note: string | undefined;
};

/** Missing answers, and answers in fields that this person may not write. */
function answerIssues(
  { features }: OperationCall,
  { entity }: EntityPlan,
  { transition, previous, answers, note }: Answered,
): readonly Issue[] {
  const issues = transition.asks.flatMap(({ field, required }): readonly Issue[] => {
    const write = entity.policy.fields[field]?.write;
    if (field in answers && write && !isAllowed(write, features)) return [issueAt(field, 'forbidden.field')];
    const isEmpty = isNothing(field in answers ? answers[field] : previous[field]);
    return required && isEmpty ? [issueAt(field, 'validation.required')] : [];
  });
  if (transition.note !== 'required' || (note ?? '').trim() !== '') return issues;
  return [...issues, issueAt(stepNote, 'transition.note-required')];
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const issueAt = (field: string, message: string): Issue => ({
  rule: message,
  path: `/${field}`,
  level: 'error',
  message,
  params: { reason: 'forbidden.reason.policy' },
});

function questionOf({ entity }: EntityPlan, transition: TransitionModel): readonly Issue[] {
  if (!transition.confirm) return [];
  return [
    {
      rule: stepRule(entity, transition),
      path: '',
      level: 'confirm',
      message: transition.confirm,
      params: {},
    },
  ];
}

type Step = {
  readonly transition: TransitionModel;
  readonly previous: DataRecord;
  readonly context: RuleContext;
};

function refuseIllegal(
  { call }: WriteScope,
  plan: EntityPlan,
  { transition, previous, context }: Step,
): void {
  const state = stateOf(call.runtime.model, plan, previous);
  if (state === undefined || !transition.from.includes(state))
    throw refusals.illegalTransition({
      params: { state: stateLabel(plan, state), from: transition.from.map((name) => stateLabel(plan, name)) },
    });
  if (transition.guard && !holds(transition.guard, { previous, context }))
    throw refusals.guardRefused({ id: `${plan.entity.id}.${transition.id}`, message: transition.refusal });
}

function holds(
  guard: NonNullable<TransitionModel['guard']>,
  { previous, context }: Omit<Step, 'transition'>,
): boolean {
  try {
    return guard.evaluate(scopeOf(previous, context)) === true;
  } catch {
    // A guard that cannot be evaluated does not allow the step.
    return false;
  }
}

function applyTransition(plan: EntityPlan, { transition, previous, context }: Step): DataRecord {
  const field = plan.entity.workflow?.field as string;
  const to = statesOf(context.model, plan).find((item) => item.Name === transition.to);
  const scope = scopeOf(previous, context);
  const set = Object.entries(transition.set).map(
    ([name, value]) => [name, value.evaluate(scope) ?? null] as const,
  );
  return { ...previous, ...Object.fromEntries(set), [field]: to?.Id };
}

function scopeOf(record: DataRecord, context: RuleContext) {
  return { root: record, vars: { ...context, record } as Record<string, unknown> };
}

/** Returns a message key, translated later. */
function stateLabel(plan: EntityPlan, state: string | undefined): string {
  const lookup = plan.entity.fieldByPath.get(plan.entity.workflow?.field ?? '')?.lookup;
  return state === undefined ? '' : `lookup.${lookup}.${state}`;
}
