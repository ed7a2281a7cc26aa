/** Checks that a chosen record is one the form would have offered, as far as only the store can tell. */
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
  /** The only fields the person writes, as in a copy; absent: all. */
  readonly writes?: readonly string[];
  /** What the rules have already found, with as much of the chosen record as the answer includes. */
  readonly issues: readonly Issue[];
};

/**
 * Findings of choices outside their options. An unchanged choice may stay while its condition is unchanged.
 * Choices that a form would clear (`onInvalid: "clear"`) are refused: none disappears unnoticed.
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

/** Chosen records that the store would not offer. */
async function recordIssues(
  session: StoreSession,
  rule: OptionsRule,
  check: OptionsCheck,
): Promise<readonly Issue[]> {
  const { record, previous, context, writes } = check;
  const stays = keptBefore(rule, check);
  const before = previous && !goesElsewhere(rule, check) ? choicesOf(rule, previous, context) : [];
  const stood = new Set(before.map(({ filter }) => JSON.stringify(filter)));
  // The records that own the choices are copied later.
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

/** Lookup items that a form would have cleared; the rules have found all other items not on offer. */
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

/** The chosen items; for flags, every item whose bit is set. */
function itemIdsIn(value: unknown, items: LookupModel['items']): readonly (string | number)[] {
  if (Array.isArray(value)) return value.flatMap((one) => itemIdsIn(one, items));
  const id = idOf(value);
  const isOne = items.some(({ Id }) => Id === id);
  if (isOne || typeof id !== 'number') return isOne ? [id as string | number] : [];
  return items.flatMap(({ Id }) => (typeof Id === 'number' && (id & Id) === Id ? [Id] : []));
}

/** With `onInvalid: "keep"`, a choice may stay when it is stored already or taken over by a copy. */
function keptBefore(rule: OptionsRule, { plan, previous, writes }: OptionsCheck): (id: string) => boolean {
  if (writes && isTakenOver(plan, rule, writes)) return () => true;
  const [names, list] = rule.each
    ? [rule.field.slice(rule.each.length + 1).split('.'), rule.each]
    : [rule.field.split('.'), undefined];
  return staying({ options: rule, list, names }, previous);
}

/** Whether a copy takes the choice over: its rule keeps it, and nobody wrote it or what it depends on. */
export function isTakenOver({ entity }: EntityPlan, rule: OptionsRule, writes: readonly string[]): boolean {
  if (rule.onInvalid !== 'keep') return false;
  const read = membersRead(rule);
  const isWritten = ({ name, expand }: FieldModel) =>
    writes.includes(name) && (read.includes(name) || (expand !== undefined && read.includes(expand.as)));
  return !entity.fields.some(isWritten);
}

/** True when neither the choice nor the parts of the record that its condition reads have changed. */
function isUntouched(rule: OptionsRule, { record, previous }: OptionsCheck): boolean {
  if (!previous) return false;
  const isSame = membersRead(rule).every((name) => sameValue(record[name], previous[name]));
  return isSame && !goesElsewhere(rule, { record, previous });
}

/** The top-level member that holds the choice. */
const memberOf = ({ each, field }: OptionsRule): string => (each ?? field).split('.')[0] as string;

/** The members that decide whether a choice is on offer: the choice itself and those its condition reads. */
function membersRead(rule: OptionsRule): readonly string[] {
  const reads = (rule.where?.reads ?? []).flatMap(({ from, path: [name] }) =>
    from === 'record' && name !== undefined ? [name] : [],
  );
  return [memberOf(rule), ...reads];
}

/** The rule now goes through a different record, so the previous choice is no longer on offer. */
function goesElsewhere(
  { through }: OptionsRule,
  { record, previous }: Pick<OptionsCheck, 'record' | 'previous'>,
): boolean {
  const by = Object.values(through?.by ?? {});
  return (
    previous !== undefined && by.some((name) => !sameValue(memberAt(record, name), memberAt(previous, name)))
  );
}

/** The JSON pointer of each choice, and the filter that a record must meet to be that choice and on offer. */
type Choice<Id = string> = { readonly path: string; readonly id: Id; readonly filter: FilterTree };

/** The ids referenced by the records that the rule goes through; undefined when it goes through none. */
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
    // A value that is not a row is refused by its schema.
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

/** A condition that fails to compute offers nothing, as in a form. */
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

/** The value of a field, which may be nested: `ItemA.BrandId`. */
function memberAt(record: DataRecord, path: string): unknown {
  const read = (value: unknown, name: string) => (value as DataRecord | null | undefined)?.[name];
  return path.split('.').reduce(read, record as unknown);
}

const listOf = (value: unknown): readonly DataRecord[] => (Array.isArray(value) ? value : []);
