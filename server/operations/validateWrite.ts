/** The validate step of every write: one list of findings, whichever way the record came. */

import {
  checkedOverrides,
  checkWritable,
  confirmationText,
  type DataRecord,
  evaluateInParts,
  formatMessage,
  type Issue,
  normalRecord,
  type RuleContext,
  stepRule,
} from '#engine';
import { sayIssue } from '../errors/errorBody.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { userNameField } from './accountTies.ts';
import { checkFiles } from './checkFiles.ts';
import { checkHeldUnique } from './checkHeldUnique.ts';
import { checkOptions, isTakenOver } from './checkOptions.ts';
import { checkUnique } from './checkUnique.ts';
import { cleanHtml } from './cleanHtml.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { withNewRows } from './heldRows.ts';
import { type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { resolveReferences } from './resolveReferences.ts';
import { withRowIds } from './rowIds.ts';
import { askAboutChange } from './ruleTexts/askAboutChange.ts';
import { checkRuleTexts } from './ruleTexts/checkRuleTexts.ts';
import { completeRecord } from './shapeRecord.ts';
import { cleanUserName } from './userNames.ts';
import type { WriteIntent } from './WriteIntent.ts';
import { withoutIncomplete } from './withoutIncomplete.ts';

export type Verdict = {
  readonly record: DataRecord;
  readonly issues: readonly Issue[];
  /** The record as it stands. */
  readonly previous?: DataRecord;
};

/** Everything wrong with a write, and the record brought to order. Reads the store, writes nothing. */
export async function examineWrite(scope: WriteScope, sent: WriteIntent): Promise<Verdict> {
  const { call, session } = scope;
  const { plan, previous } = sent;
  const intent = { ...sent, next: normalRecord(plan.entity.fields, sent.next, previous) };
  const overlong = overlongLists(plan, intent.next);
  if (overlong.length > 0) return { record: intent.next, issues: overlong, previous };
  const html = await call.budget.run(
    cleanHtml(call.runtime, plan, {
      ...intent,
      next: withCleanName(plan, withoutIncomplete(plan, withNewRows(call, plan, intent)), previous),
    }),
  );
  const resolved = await resolveReferences(session, plan, { ...intent, next: html.record });
  const owner = await ownerOf(call, session, plan, previous ?? resolved.record);
  const context = ruleContext(call, { action: intent.action, owner, previous });
  const complete = completeRecord(call, plan, resolved.record, owner);
  const next = checkedOverrides(plan.entity, complete, context, call.runtime.validators);
  const evaluation = await call.budget.run(
    evaluateInParts(plan.entity, next, context, call.runtime.validators),
  );
  // A rule may have made the name of what somebody typed.
  const record = withCleanName(plan, evaluation.record, previous);
  const issues = [
    ...html.issues,
    ...resolved.issues,
    ...(intent.checksWritable ? lockedIssues(intent, record, context) : []),
    ...written(intent, evaluation.issues),
    ...(await checkFiles(scope, plan, { record, previous })),
    ...(await checkOptions(session, {
      plan,
      record,
      previous,
      context,
      writes: intent.writes,
      issues: [...resolved.issues, ...evaluation.issues],
    })),
  ];
  issues.push(...(await askAboutChange(scope, plan, { record, previous })));
  issues.push(...(await checkRuleTexts(scope, { plan, record, previous, writes: intent.writes })));
  issues.push(...(await checkUnique(session, { plan, record, previous, issues })));
  issues.push(...(await checkHeldUnique(scope, plan, { previous, next: record, issues })));
  return { record, issues: inReportOrder(plan, issues), previous };
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

/** A new user name in the spelling that is stored; a name of before stays as it is, as people sign in with it. */
function withCleanName({ entity }: EntityPlan, record: DataRecord, previous?: DataRecord): DataRecord {
  const field = userNameField(entity);
  const name = field === undefined ? undefined : record[field];
  if (field === undefined || typeof name !== 'string' || name === previous?.[field]) return record;
  const clean = cleanUserName(name);
  return clean === name ? record : { ...record, [field]: clean === '' ? null : clean };
}

/** Of a copy: a choice that is offered no longer is taken over with the rest, where its rule keeps such. */
function written({ plan, writes }: WriteIntent, issues: readonly Issue[]): readonly Issue[] {
  if (!writes) return issues;
  const kept = plan.entity.rules.options
    .filter((rule) => isTakenOver(plan, rule, writes))
    .map(({ id }) => id);
  return issues.filter(({ rule }) => !kept.includes(rule));
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

/** Changes to what is locked; of a copy only those a person asked for. */
function lockedIssues(
  { plan, previous, writes }: WriteIntent,
  record: DataRecord,
  context: RuleContext,
): readonly Issue[] {
  const issues = checkWritable(plan.entity, previous, record, context);
  return writes
    ? issues.filter(({ path }) => path === '' || writes.includes(path.split('/')[1] ?? ''))
    : issues;
}

/** Examines a write and refuses it with all errors at once, or for want of a yes; gives the record to store. */
export async function validateWrite(scope: WriteScope, intent: WriteIntent): Promise<DataRecord> {
  const verdict = await examineWrite(scope, intent);
  const { record, issues } = verdict;
  refuseErrors(intent.plan, issues);
  await refuseUnconfirmed(scope.call, intent.plan, verdict, intent.asked);
  return withRowIds(intent.plan, record, scope.call.runtime.ports.newId);
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
