/** Parses the rule texts of a write and type-checks them against the available operands. */
import { checkRuleText, type DataRecord, formatMessage, type Issue, type Problem } from '#engine';
import type { EntityPlan } from '../EntityPlan.ts';
import type { OperationCall } from '../OperationCall.ts';
import type { From } from './loadOperandValues.ts';
import { loadVocabulary } from './loadVocabulary.ts';

type RuleTextCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
  /** The only fields the person writes; texts that a copy takes over refer to records copied later. */
  readonly writes?: readonly string[];
};

/** Findings of every new rule text. */
export async function checkRuleTexts(
  from: From,
  { plan, record, previous, writes }: RuleTextCheck,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const field of plan.ruleFields) {
    if (writes && !writes.includes(field.name)) continue;
    const text = record[field.name];
    if (typeof text !== 'string' || text === '' || text === previous?.[field.name]) continue;
    const { problems } = checkRuleText(text, await loadVocabulary(from, { field, record }));
    const errors = problems.filter(({ level }) => level !== 'warning');
    issues.push(...errors.map((problem) => issueOf(from, field.name, { text, problem })));
  }
  return issues;
}

function issueOf({ call }: From, field: string, { text, problem }: Found): Issue {
  return {
    rule: 'validation.rule',
    path: `/${field}`,
    level: 'error',
    ...problemMessage(call, text, problem),
  };
}

type Found = { readonly text: string; readonly problem: Problem };

/** Translates a problem of the checker, whose own messages are English; positions count from 1. */
export function problemMessage(
  { runtime, locale }: Pick<OperationCall, 'runtime' | 'locale'>,
  text: string,
  problem: Problem,
) {
  const { at, length = 1, code, fix = '…' } = problem;
  const part = text.slice(at, at + length);
  const reason =
    locale === 'en-CA'
      ? problem.message
      : formatMessage(runtime.model, locale, `rule.reason.${code}`, { part, fix });
  return { message: 'rule.problem', params: { at: at + 1, reason } };
}
