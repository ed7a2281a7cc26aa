/** The validate step of every write: one list of findings, whichever way the record came. */

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
  /** The record as it stands. */
  readonly previous?: DataRecord;
};

/** Everything wrong with a write, and the record brought to order. Reads the store, writes nothing. */
export async function examineWrite(scope: WriteScope, intent: WriteIntent): Promise<Verdict> {
  const { plan, previous } = intent;
  const record = normalRecord(plan.entity.fields, intent.next, previous);
  const overlong = overlongLists(plan, record);
  if (overlong.length > 0) return { record, issues: overlong, previous };
  const write: Examined = { scope, intent, record, issues: [], ruled: [] };
  await runExamineSteps(write);
  return { record: write.record, issues: inReportOrder(plan, write.issues), previous };
}

/** As the entity declares it (`reportFirst`); all other findings follow as they came. */
function inReportOrder({ entity: { reportFirst } }: EntityPlan, issues: readonly Issue[]): readonly Issue[] {
  if (reportFirst.length === 0 || issues.length < 2) return issues;
  const rankOf = ({ rule, message }: Issue) => {
    // What a rule says instead of the schema is a finding of the schema with the rule's message.
    const at = reportFirst.findIndex((each) => each.id === rule || each.message === message);
    return at < 0 ? reportFirst.length : at;
  };
  return issues.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Rules compare rows with rows: a list far beyond its limit would keep everyone waiting only to be refused. */
function overlongLists({ limitedLists }: EntityPlan, record: DataRecord): readonly Issue[] {
  return limitedLists.flatMap(({ name, limit }): readonly Issue[] => {
    const value = record[name];
    if (!Array.isArray(value) || value.length <= limit) return [];
    const params = { limit, count: limit };
    const rule = 'validation.maxItems';
    return [{ rule, path: `/${name}`, level: 'error', message: rule, params }];
  });
}

/** Examines a write and refuses it with all errors at once, or for want of a yes; gives the record to store. */
export async function validateWrite(scope: WriteScope, intent: WriteIntent): Promise<DataRecord> {
  const verdict = await examineWrite(scope, intent);
  const { record, issues } = verdict;
  refuseErrors(intent.plan, issues);
  await refuseUnconfirmed(scope.call, intent.plan, verdict, intent.asked);
  const { rowsWithIds } = intent.plan;
  return rowsWithIds.length > 0 ? withRowIds(intent.plan, record, scope.call.runtime.ports.newId) : record;
}

/** 422 with every error. */
export function refuseErrors(plan: EntityPlan, issues: readonly Issue[]): void {
  const errors = issues.filter((issue) => issue.level === 'error');
  const { id: entity, rules } = plan.entity;
  const denied = errors.filter(({ rule }) => rules.checks.some(({ id, denies }) => denies && id === rule));
  if (denied[0]) throw new Refusal('forbidden', denied[0].message, { issues: denied.slice(0, 1), entity });
  if (errors.length > 0) throw refusals.invalid({ issues: errors, entity: plan.entity.id });
}

/** 428 with what has to be confirmed, and the token that says it was for these very data. */
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
  /** What is answered, where the rule has words of its own for it. */
  readonly Yes?: string;
  readonly No?: string;
};

const isStep = (entity: EntityPlan['entity'], { rule }: Issue): boolean =>
  entity.workflow?.transitions.some((step) => stepRule(entity, step) === rule) ?? false;

/** The confirm findings as the contract has them; a token holds for one person and for the record as it was read. */
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
      // The question of a step is about the record as it stands, whatever the moment sets in it.
      Token: await signer.sign(
        `${about}\n${confirmationText(entity, isStep(entity, issue) ? {} : record, issue)}`,
      ),
      ...answersOf(issue.rule),
    })),
  );
}
