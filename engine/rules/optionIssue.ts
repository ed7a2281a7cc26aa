/** Whether a chosen reference is still on offer. */
import type { FilterTree, Scope } from '../expression/types.ts';
import { matches } from '../query/matches.ts';
import type { DataRecord, Model, OptionsRule } from '../types/modelTypes.ts';
import { aliasOf, fieldPointer, type Place, readField } from './places.ts';
import type { FieldPlan } from './planTypes.ts';
import { valueAt } from './pointers.ts';
import type { Issue } from './types.ts';
import { idOf, isRecord } from './values.ts';

/** `unknown`: not enough of the chosen record is loaded; the store must decide. */
export type OptionVerdict = 'offered' | 'refused' | 'unknown';

/** The current row condition of the choices; undefined when it cannot be computed. */
export function boundFilter(rule: OptionsRule, scope: Scope): FilterTree | undefined {
  try {
    return rule.where?.bind({ root: scope.root, vars: { ...scope.vars } }) ?? everything;
  } catch {
    return undefined;
  }
}

const everything: FilterTree = { kind: 'constant', value: true };

/** Whether the chosen record passes the filter, as far as it is known. */
function optionVerdict(filter: FilterTree | undefined, chosen: DataRecord | undefined): OptionVerdict {
  if (!filter) return 'unknown';
  if (filter.kind === 'constant') return filter.value ? 'offered' : 'refused';
  if (!chosen || !pathsOf(filter).every((path) => isKnown(chosen, path))) return 'unknown';
  return matches(filter, chosen) ? 'offered' : 'refused';
}

function pathsOf(filter: FilterTree): readonly string[] {
  if (filter.kind === 'constant') return [];
  if (filter.kind === 'compare') return [filter.path];
  return filter.kind === 'not' ? pathsOf(filter.of) : filter.of.flatMap(pathsOf);
}

function isKnown(chosen: DataRecord, path: string): boolean {
  let value: unknown = chosen;
  for (const name of path.split('.')) {
    if (value === null) return true;
    if (!isRecord(value) || !Object.hasOwn(value, name)) return false;
    value = value[name];
  }
  return true;
}

type OptionSource = {
  readonly plan: FieldPlan;
  readonly place: Place;
  readonly pointer: string;
  /** The record as given, whose expansions still have their empty members. */
  readonly raw: DataRecord;
  readonly context: ChoiceContext;
};

type ChoiceContext = { readonly model: Pick<Model, 'lookups'>; readonly previous?: DataRecord };

/** The issue of a choice not on offer; none when it is cleared instead (`onInvalid: "clear"`). */
export function optionIssue({ plan, place, pointer, raw, context }: OptionSource): Issue | undefined {
  const { options: rule } = plan;
  if (!rule?.where || rule.onInvalid === 'clear') return undefined;
  const value = readField(place.root, plan);
  if (value === undefined) return undefined;
  const alias = aliasOf(plan);
  const expanded = alias ? valueAt(raw, fieldPointer(place, alias)) : undefined;
  const verdicts = choiceVerdicts(boundFilter(rule, place.scope), { plan, value, expanded, context });
  return verdicts.includes('refused') ? refusedOption(rule, pointer) : undefined;
}

type Choice = {
  readonly plan: FieldPlan;
  readonly value: unknown;
  /** The expanded object of a single reference. */
  readonly expanded: unknown;
  readonly context: ChoiceContext;
};

/** The verdict on each chosen record. */
export function choiceVerdicts(filter: FilterTree | undefined, choice: Choice): readonly OptionVerdict[] {
  if (choice.value === undefined) return [];
  const stays = staying(choice.plan, choice.context.previous);
  return chosenRecords(choice).map((chosen) =>
    stays(chosen?.Id) ? 'offered' : optionVerdict(filter, chosen),
  );
}

/** Whether a choice not on offer may stay: with `onInvalid: "keep"`, when it is stored. */
export function staying(
  { options, list, names }: Pick<FieldPlan, 'options' | 'list' | 'names'>,
  previous: DataRecord | undefined,
): (id: unknown) => boolean {
  if (options?.onInvalid !== 'keep' || !previous) return () => false;
  const path = [...(list?.split('.') ?? []), ...names];
  return (id) => idsAt(previous, path).includes(id);
}

function idsAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => idsAt(entry, path));
  const [name, ...rest] = path;
  if (name === undefined) return [idOf(value)];
  return isRecord(value) ? idsAt(value[name], rest) : [];
}

/** The chosen records as far as they are known: one, or one per list entry. */
function chosenRecords({ plan, value, expanded, context }: Choice): readonly (DataRecord | undefined)[] {
  const items = context.model.lookups.get(plan.field.lookup ?? '')?.items;
  if (Array.isArray(value))
    return value.map((entry) => (isRecord(entry) ? entry : items?.find(({ Id }) => Id === entry)));
  if (isRecord(expanded) && expanded.Id === value) return [expanded];
  return [items?.find((item) => item.Id === value)];
}

/** The issue of a choice not on offer. */
export function refusedOption(rule: OptionsRule, path: string): Issue {
  return { rule: rule.id, path, level: 'error', message: 'validation.lookup', params: {} };
}
