/** The chosen record must be one of those the form would have offered: what only the store can say of it. */
import {
  type DataRecord,
  type FilterTree,
  type Issue,
  type LookupModel,
  matches,
  type OptionsRule,
  type RuleContext,
  sameValue,
  staying,
} from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { idOf, idsIn } from './storedFields.ts';

export type OptionsCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
  readonly context: RuleContext;
  /** The only fields a person writes here, as of a copy; absent: all. */
  readonly writes?: readonly string[];
  /** What the rules have found already, with as much of the chosen record as the answer carries. */
  readonly issues: readonly Issue[];
};

/**
 * Findings of choices outside their options; a choice that stood before, under the same condition, may stay. What a
 * form clears (`onInvalid: "clear"`) is refused here: nobody's stored choice is taken away unseen.
 */
export async function checkOptions(session: StoreSession, check: OptionsCheck): Promise<readonly Issue[]> {
  const { model } = check.context;
  const issues: Issue[] = [];
  for (const rule of check.plan.entity.rules.options) {
    if (!(rule.where || rule.through) || isUntouched(rule, check)) continue;
    if (!model.entities.has(rule.from)) {
      issues.push(...itemIssues(rule, model.lookups.get(rule.from), check));
      continue;
    }
    const stays = keptBefore(rule, check);
    const before =
      check.previous && !goesElsewhere(rule, check) ? choicesOf(rule, check.previous, check.context) : [];
    const stood = new Set(before.map(({ filter }) => JSON.stringify(filter)));
    // What owns the choices of a copy is copied after it.
    const isCopied = check.writes?.includes(rule.each ?? rule.field) === false;
    const referred = isCopied ? undefined : await referredIds(session, rule, check.record);
    for (const { path, filter, id } of choicesOf(rule, check.record, check.context)) {
      const isKnown = check.issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}/`));
      if (isKnown || stays(id) || stood.has(JSON.stringify(filter))) continue;
      const isReferred = referred?.has(id) ?? true;
      if (!isReferred || (rule.where && (await session.count(rule.from, filter)) === 0))
        issues.push(notOffered(rule, path));
    }
  }
  return issues;
}

/** Items of a lookup that a form would have cleared; every other item that is not offered the rules have found. */
function itemIssues(
  rule: OptionsRule,
  lookup: LookupModel | undefined,
  check: OptionsCheck,
): readonly Issue[] {
  if (!lookup || rule.onInvalid !== 'clear') return [];
  const { items } = lookup;
  const { record, previous, context } = check;
  const choices = (of: DataRecord) => choicesOf(rule, of, context, (value) => itemIdsIn(value, items));
  const stood = new Set((previous ? choices(previous) : []).map(({ filter }) => JSON.stringify(filter)));
  return choices(record).flatMap(({ path, id, filter }) => {
    const item = items.find(({ Id }) => Id === id);
    const isFine = !item || stood.has(JSON.stringify(filter)) || matches(filter, item);
    return isFine || check.issues.some((issue) => issue.path === path) ? [] : [notOffered(rule, path)];
  });
}

/** The item that is chosen; of flags each whose bit is set. */
function itemIdsIn(value: unknown, items: LookupModel['items']): readonly (string | number)[] {
  const id = idOf(value);
  const isOne = items.some(({ Id }) => Id === id);
  if (isOne || typeof id !== 'number') return isOne ? [id as string | number] : [];
  return items.flatMap(({ Id }) => (typeof Id === 'number' && (id & Id) === Id ? [Id] : []));
}

/** Of `onInvalid: "keep"` what is stored may stay, and so may what a copy takes over. */
function keptBefore(rule: OptionsRule, { previous, writes }: OptionsCheck): (id: string) => boolean {
  if (rule.onInvalid === 'keep' && writes?.includes(rule.each ?? rule.field) === false) return () => true;
  const [names, list] = rule.each
    ? [rule.field.slice(rule.each.length + 1).split('.'), rule.each]
    : [rule.field.split('.'), undefined];
  return staying({ options: rule, list, names }, previous);
}

/** Neither the choice nor anything of the record that its condition reads is another than before. */
function isUntouched(rule: OptionsRule, { record, previous }: OptionsCheck): boolean {
  if (!previous) return false;
  const reads = rule.where?.reads ?? [];
  const names = [(rule.each ?? rule.field).split('.')[0], ...reads.map(({ path: [name] }) => name)];
  const isSame = names.every((name) => name !== undefined && sameValue(record[name], previous[name]));
  return isSame && !goesElsewhere(rule, { record, previous });
}

/** The records it goes through are those of another one now: what stood before is on offer no longer. */
function goesElsewhere(
  { through }: OptionsRule,
  { record, previous }: Pick<OptionsCheck, 'record' | 'previous'>,
): boolean {
  const by = Object.values(through?.by ?? {});
  return (
    previous !== undefined && by.some((name) => !sameValue(memberAt(record, name), memberAt(previous, name)))
  );
}

/** The pointer of each choice, and what a record must be to be it and on offer. */
type Choice<Id = string> = { readonly path: string; readonly id: Id; readonly filter: FilterTree };

/** What the records that the rule goes through refer to; undefined where it goes through none. */
async function referredIds(
  session: StoreSession,
  { through }: OptionsRule,
  record: DataRecord,
): Promise<ReadonlySet<string> | undefined> {
  if (!through) return undefined;
  const { entity, field, by } = through;
  const filter = allOf(Object.entries(by).map(([theirs, ours]) => equals(theirs, memberAt(record, ours))));
  const { items } = await session.find({ entity, filter });
  return new Set(items.flatMap((item) => idsIn(item[field])));
}

function choicesOf(rule: OptionsRule, record: DataRecord, context: RuleContext): readonly Choice[];
function choicesOf<Id>(
  rule: OptionsRule,
  record: DataRecord,
  context: RuleContext,
  idsOf: (value: unknown) => readonly Id[],
): readonly Choice<Id>[];
function choicesOf(
  rule: OptionsRule,
  record: DataRecord,
  context: RuleContext,
  idsOf: (value: unknown) => readonly unknown[] = idsIn,
): readonly Choice<unknown>[] {
  const rows = rule.each ? listOf(memberAt(record, rule.each)) : [record];
  const name = rule.each ? rule.field.slice(rule.each.length + 1) : rule.field;
  return rows.flatMap((row, index) => {
    // What is no row is refused by its schema.
    if (typeof row !== 'object' || row === null) return [];
    const offered = rule.where?.bind({ root: row, vars: { ...context, record, row, index } });
    const within = rule.each ? `/${rule.each}/${index}/${name}` : `/${name}`;
    const path = within.replaceAll('.', '/');
    return idsOf(memberAt(row, name)).map((id) => ({
      path,
      id,
      filter: allOf([equals('Id', id), offered]) as FilterTree,
    }));
  });
}

function notOffered(rule: OptionsRule, path: string): Issue {
  return { rule: rule.id, path, level: 'error', message: 'validation.lookup', params: {} };
}

/** The value of a field, also one inside an object: `ItemA.BrandId`. */
function memberAt(record: DataRecord, path: string): unknown {
  const read = (value: unknown, name: string) => (value as DataRecord | null | undefined)?.[name];
  return path.split('.').reduce(read, record as unknown);
}

const listOf = (value: unknown): readonly DataRecord[] => (Array.isArray(value) ? value : []);
