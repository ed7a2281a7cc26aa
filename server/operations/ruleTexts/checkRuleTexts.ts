/** Rule texts of a write, read and type-checked against the operands there are. */
import { checkRuleText, type DataRecord, type Issue, type Problem } from '#engine';
import type { EntityPlan } from '../EntityPlan.ts';
import { type From, loadVocabulary } from './loadVocabulary.ts';

export type RuleTextCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
};

/** Findings of every rule text that is new. */
export async function checkRuleTexts(
  from: From,
  { plan, record, previous }: RuleTextCheck,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const field of plan.ruleFields) {
    const text = record[field.name];
    if (typeof text !== 'string' || text === '' || text === previous?.[field.name]) continue;
    const { problems } = checkRuleText(text, await loadVocabulary(from, { field, record }));
    const errors = problems.filter(({ level }) => level !== 'warning');
    issues.push(...errors.map((problem) => issueOf(field.name, text, problem)));
  }
  return issues;
}

function issueOf(field: string, text: string, problem: Problem): Issue {
  const { message, params } = problemMessage(text, problem);
  return { rule: 'validation.rule', path: `/${field}`, level: 'error', message, params };
}

/** The message of a problem: where it stands counted from 1, the reason, and the part it is about. */
export function problemMessage(text: string, problem: Problem) {
  const { at, length = 1, code, fix, message: reason } = problem;
  const part = text.slice(at, at + length);
  const message = `rule.problem.${code}`;
  return { message, params: { at: at + 1, reason, part, fix: fix ?? '…' } };
}
