/** The validation step of every write: one list of findings, whatever the source of the record. */

import {
  confirmationText,
  type DataRecord,
  formatMessage,
  type Issue,
  normalRecord,
  stepRule,
} from '#engine';
import { sayIssue } from '../errors/errorBody.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { type Examined, runExamineSteps } from './examineSteps.ts';
import type { OperationCall, WriteScope } from './OperationCall.ts';
import { withRowIds } from './rowIds.ts';
import type { WriteIntent } from './WriteIntent.ts';

export type Verdict = {
  readonly record: DataRecord;
  readonly issues: readonly Issue[];
  /** The record as stored. */
  readonly previous?: DataRecord;
};

/** All problems of a write, and the normalized record. Reads the store, writes nothing. */
export async function examineWrite(scope: WriteScope, intent: WriteIntent): Promise<Verdict> {
  const { plan, previous } = intent;
  const record = normalRecord(plan.entity.fields, intent.next, previous);
  const overlong = overlongLists(plan, record);
  if (overlong.length > 0) return { record, issues: overlong, previous };
  const write: Examined = { scope, intent, record, issues: [], ruled: [] };
  await runExamineSteps(write);
  return { record: write.record, issues: inReportOrder(plan, write.issues), previous };
}

/** Puts findings in the entity's declared order (`reportFirst`); the others follow unchanged. */
function inReportOrder({ entity: { reportFirst } }: EntityPlan, issues: readonly Issue[]): readonly Issue[] {
  if (reportFirst.length === 0 || issues.length < 2) return issues;
  const rankOf = ({ rule, message }: Issue) => {
    // A rule that rephrases a schema finding appears as a schema finding with the rule's message.
    const at = reportFirst.findIndex((each) => each.id === rule || each.message === message);
    return at < 0 ? reportFirst.length : at;
  };
  return issues.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Rules compare rows pairwise, so a list far over its limit is refused before they run. */
function overlongLists({ limitedLists }: EntityPlan, record: DataRecord): readonly Issue[] {
  return limitedLists.flatMap(({ name, limit }): readonly Issue[] => {
    const value = record[name];
    if (!Array.isArray(value) || value.length <= limit) return [];
    const params = { limit, count: limit };
    const rule = 'validation.maxItems';
    return [{ rule, path: `/${name}`, level: 'error', message: rule, params }];
  });
}

/** Checks a write; refuses it with all errors, or for missing confirmations; returns the record. */
export async function validateWrite(scope: WriteScope, intent: WriteIntent): Promise<DataRecord> {
  const verdict = await examineWrite(scope, intent);
  const { record, issues } = verdict;
  refuseErrors(intent.plan, issues);
  await refuseUnconfirmed(scope.call, intent.plan, verdict, intent.asked);
  const { rowsWithIds } = intent.plan;
  return rowsWithIds.length > 0 ? withRowIds(intent.plan, record, scope.call.runtime.ports.newId) : record;
}

/** Throws 422 with every error. */
export function refuseErrors(plan: EntityPlan, issues: readonly Issue[]): void {
  const errors = issues.filter((issue) => issue.level === 'error');
  const { id: entity, rules } = plan.entity;
  const denied = errors.filter(({ rule }) => rules.checks.some(({ id, denies }) => denies && id === rule));
  if (denied[0]) throw new Refusal('forbidden', denied[0].message, { issues: denied.slice(0, 1), entity });
  if (errors.length > 0) throw refusals.invalid({ issues: errors, entity: plan.entity.id });
}

/** Throws 428 with the questions to confirm and a token bound to exactly these data. */
async function refuseUnconfirmed(
  call: OperationCall,
  plan: EntityPlan,
  verdict: Verdict,
  questions: readonly Issue[] = [],
): Promise<void> {
  const asked = [
    ...(await confirmationsOf(call, plan, { ...verdict, issues: questions })),
    ...(await confirmationsOf(call, plan, verdict)),
  ];
  const open = asked.filter(({ Token }) => !call.confirmed.includes(Token));
  if (open.length === 0) return;
  throw refusals.confirm({
    params: { message: open.map(({ Message }) => Message).join(' ') },
    extra: { Confirmations: open },
  });
}

export type Confirmation = {
  readonly Rule: string;
  readonly Message: string;
  readonly Token: string;
  /** The button labels, where the rule has its own. */
  readonly Yes?: string;
  readonly No?: string;
};

const isStep = (entity: EntityPlan['entity'], { rule }: Issue): boolean =>
  entity.workflow?.transitions.some((step) => stepRule(entity, step) === rule) ?? false;

/** Confirmations in contract shape; a token is valid for one person and the record as it was read. */
export async function confirmationsOf(
  { runtime: { model, signer }, locale, user }: OperationCall,
  { entity }: EntityPlan,
  { record, previous, issues }: Verdict,
): Promise<readonly Confirmation[]> {
  const asked = issues.filter((issue) => issue.level === 'confirm');
  if (asked.length === 0) return [];
  const about = [user.Id, previous?.Id ?? '', previous?.Revision ?? ''].join('\n');
  const answersOf = (rule: string) => {
    const answers = entity.rules.checks.find(({ id }) => id === rule)?.answers;
    if (!answers) return {};
    return { Yes: formatMessage(model, locale, answers.yes), No: formatMessage(model, locale, answers.no) };
  };
  return Promise.all(
    asked.map(async (issue) => ({
      Rule: issue.rule,
      Message: sayIssue({ model, locale, entity: entity.id }, issue).Value,
      // The question of a step is about the stored record, whatever values the step itself sets.
      Token: await signer.sign(
        `${about}\n${confirmationText(entity, isStep(entity, issue) ? {} : record, issue)}`,
      ),
      ...answersOf(issue.rule),
    })),
  );
}
