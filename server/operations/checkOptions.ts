/** The chosen record must be one of those the form would have offered: what only the store can say of it. */
import {
  type DataRecord,
  type FieldModel,
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
  const { entities, lookups } = check.context.model;
  const issues: Issue[] = [];
  for (const rule of check.plan.entity.rules.options) {
    if (!(rule.where || rule.through) || isUntouched(rule, check)) continue;
    if (entities.has(rule.from)) issues.push(...(await recordIssues(session, rule, check)));
    else issues.push(...itemIssues(rule, lookups.get(rule.from), check));
  }
  return issues;
}

/** Records that the store would not offer. */
async function recordIssues(
  session: StoreSession,
  rule: OptionsRule,
  check: OptionsCheck,
): Promise<readonly Issue[]> {
  const { record, previous, context, writes } = check;
  const stays = keptBefore(rule, check);
  const before = previous && !goesElsewhere(rule, check) ? choicesOf(rule, previous, context) : [];
  const stood = new Set(before.map(({ filter }) => JSON.stringify(filter)));
  // What owns the choices of a copy is copied after it.
  const isCopied = writes?.includes(memberOf(rule)) === false;
  const referred = isCopied ? undefined : await referredIds(session, rule, record);
  const issues: Issue[] = [];
  for (const { path, filter, id } of choicesOf(rule, record, context)) {
    const isKnown = check.issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}/`));
    if (isKnown || stays(id) || stood.has(JSON.stringify(filter))) continue;
    const isReferred = referred?.has(id) ?? true;
    if (!isReferred || (rule.where && (await session.count(rule.from, filter)) === 0))
      issues.push(notOffered(rule, path));
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
function keptBefore(rule: OptionsRule, { plan, previous, writes }: OptionsCheck): (id: string) => boolean {
  if (writes && isTakenOver(plan, rule, writes)) return () => true;
  const [names, list] = rule.each
    ? [rule.field.slice(rule.each.length + 1).split('.'), rule.each]
    : [rule.field.split('.'), undefined];
  return staying({ options: rule, list, names }, previous);
}

/** Whether a copy takes the choice over as it is: its rule keeps such, and nobody wrote it or what it depends on. */
export function isTakenOver({ entity }: EntityPlan, rule: OptionsRule, writes: readonly string[]): boolean {
  if (rule.onInvalid !== 'keep') return false;
  const read = membersRead(rule);
  const isWritten = ({ name, expand }: FieldModel) =>
    writes.includes(name) && (read.includes(name) || (expand !== undefined && read.includes(expand.as)));
  return !entity.fields.some(isWritten);
}

/** Neither the choice nor anything of the record that its condition reads is another than before. */
function isUntouched(rule: OptionsRule, { record, previous }: OptionsCheck): boolean {
  if (!previous) return false;
  const isSame = membersRead(rule).every((name) => sameValue(record[name], previous[name]));
  return isSame && !goesElsewhere(rule, { record, previous });
}

/** The member of the record that holds the choice. */
const memberOf = ({ each, field }: OptionsRule): string => (each ?? field).split('.')[0] as string;

/** The members that decide whether a choice is on offer: its own, and those that the condition reads. */
function membersRead(rule: OptionsRule): readonly string[] {
  const reads = (rule.where?.reads ?? []).flatMap(({ from, path: [name] }) =>
    from === 'record' && name !== undefined ? [name] : [],
  );
  return [memberOf(rule), ...reads];
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
    const offered = offeredBy(rule, { root: row, vars: { ...context, record, row, index } });
    const within = rule.each ? `/${rule.each}/${index}/${name}` : `/${name}`;
    const path = within.replaceAll('.', '/');
    return idsOf(memberAt(row, name)).map((id) => ({
      path,
      id,
      filter: allOf([equals('Id', id), offered]) as FilterTree,
    }));
  });
}

/** What cannot be computed offers nothing, as in a form. */
function offeredBy(
  { where }: OptionsRule,
  scope: { readonly root: unknown; readonly vars: Record<string, unknown> },
): FilterTree | undefined {
  try {
    return where?.bind(scope);
  } catch {
    return { kind: 'constant', value: false };
  }
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
