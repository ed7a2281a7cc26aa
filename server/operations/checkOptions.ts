/** The chosen record must be one of those the form would have offered: what only the store can say of it. */
import {
  type DataRecord,
  type FilterTree,
  type Issue,
  type OptionsRule,
  type RuleContext,
  sameValue,
} from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { idOf } from './storedFields.ts';

export type OptionsCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
  readonly context: RuleContext;
  /** What the rules have found already, with as much of the chosen record as the answer carries. */
  readonly issues: readonly Issue[];
};

/** Findings of choices outside their options; a choice that stood before, under the same condition, may stay. */
export async function checkOptions(session: StoreSession, check: OptionsCheck): Promise<readonly Issue[]> {
  const { model } = check.context;
  const issues: Issue[] = [];
  for (const rule of check.plan.entity.rules.options) {
    if (rule.onInvalid !== 'error' || !rule.where || !model.entities.has(rule.from)) continue;
    if (isUntouched(rule, check)) continue;
    const before = check.previous ? choicesOf(rule, check.previous, check.context) : [];
    const stood = new Set(before.map(({ filter }) => JSON.stringify(filter)));
    for (const { path, filter } of choicesOf(rule, check.record, check.context)) {
      const isKnown = check.issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}/`));
      if (isKnown || stood.has(JSON.stringify(filter))) continue;
      if ((await session.count(rule.from, filter)) === 0) issues.push(notOffered(rule, path));
    }
  }
  return issues;
}

/** Neither the choice nor anything of the record that its condition reads is another than before. */
function isUntouched(rule: OptionsRule, { record, previous }: OptionsCheck): boolean {
  if (!previous) return false;
  const reads = rule.where?.reads ?? [];
  const names = [rule.each ?? rule.field, ...reads.map(({ path: [name] }) => name)];
  return names.every((name) => name !== undefined && sameValue(record[name], previous[name]));
}

/** The pointer of each choice, and what a record must be to be it and on offer. */
type Choice = { readonly path: string; readonly filter: FilterTree };

function choicesOf(rule: OptionsRule, record: DataRecord, context: RuleContext): readonly Choice[] {
  const rows = rule.each ? listOf(record[rule.each]) : [record];
  const name = rule.each ? rule.field.slice(rule.each.length + 1) : rule.field;
  return rows.flatMap((row, index) => {
    const offered = rule.where?.bind({ root: row, vars: { ...context, record, row, index } });
    const path = rule.each ? `/${rule.each}/${index}/${name}` : `/${name}`;
    return [row[name]]
      .flat()
      .map(idOf)
      .filter((id) => typeof id === 'string')
      .map((id) => ({ path, filter: allOf([equals('Id', id), offered]) as FilterTree }));
  });
}

function notOffered(rule: OptionsRule, path: string): Issue {
  return { rule: rule.id, path, level: 'error', message: 'validation.lookup', params: {} };
}

const listOf = (value: unknown): readonly DataRecord[] => (Array.isArray(value) ? value : []);
