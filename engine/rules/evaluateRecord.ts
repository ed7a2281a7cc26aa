import { type Parts, wholly } from '../parts.ts';
import type { DataRecord, EntityModel } from '../types/modelTypes.ts';
import { checkIssues } from './checkIssues.ts';
import { createStates } from './createStates.ts';
import { fieldIssues, type RequiredBy, schemaIssue, valueIssues } from './fieldIssues.ts';
import { requiredReasons } from './fieldState.ts';
import { optionIssue } from './optionIssue.ts';
import { fieldPointer, type Place, readField } from './places.ts';
import { planOf } from './planOf.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { patternOf } from './pointers.ts';
import { type Settled, settledOf } from './settle.ts';
import type { Evaluation, Issue, RuleContext, Validators } from './types.ts';
import { isRecord } from './values.ts';

/**
 * Normalizes a record and finds everything wrong with it: the evaluation shared by form, API, import and
 * transitions. The record is in answer shape, with references expanded as far as rules read them.
 */
export function evaluateRecord(
  entity: EntityModel,
  record: DataRecord,
  context: RuleContext,
  validators: Validators,
): Evaluation {
  return wholly(evaluateInParts(entity, record, context, validators));
}

/** Does the same, yielding between rows and rules: rules that compare rows are slow for long lists. */
export function* evaluateInParts(
  entity: EntityModel,
  record: DataRecord,
  context: RuleContext,
  validators: Validators,
): Parts<Evaluation> {
  const plan = planOf(entity);
  const settled = settledOf(plan, record, context);
  yield;
  const states = createStates(plan, settled, context);
  const judging: Judging = {
    plan,
    settled,
    context,
    validators,
    raw: record,
    ...states,
    issues: [],
    choices: [],
    invalid: new Set(),
  };
  yield* judgeFields(judging, plan.fields, settled.places.of(undefined));
  judgeKept(judging);
  yield* judgeRules(judging);
  judgeChoices(judging);
  return { record: withSoundStash(judging), issues: judging.issues, stateAt: states.stateAt };
}

type Judging = {
  readonly plan: EntityPlan;
  readonly settled: Settled;
  readonly context: RuleContext;
  readonly validators: Validators;
  readonly raw: DataRecord;
  readonly isRelevant: (pointer: string) => boolean;
  readonly isReadable: (plan: FieldPlan) => boolean;
  readonly issues: Issue[];
  /** Issues of choices not on offer. */
  readonly choices: Issue[];
  readonly invalid: Set<string>;
};

function* judgeFields(judging: Judging, fields: readonly FieldPlan[], places: readonly Place[]): Parts<void> {
  for (const plan of fields) {
    if (places.length > 1) yield;
    if (plan.field.readOnly || !judging.isReadable(plan)) continue;
    for (const place of places) {
      const nested = judgeField(judging, plan, place);
      if (nested !== undefined) yield* judgeNested(judging, plan, place, nested);
    }
  }
}

/** Returns the value when its nested fields must be checked too. */
function judgeField(judging: Judging, plan: FieldPlan, place: Place): unknown {
  const value = readField(place.root, plan);
  // An empty value can only be reported as required.
  if (value === undefined && !plan.field.required && plan.required.length === 0) return undefined;
  const pointer = fieldPointer(place, plan);
  if (isOffSomewhere(judging.settled, plan) && !judging.isRelevant(pointer)) return undefined;
  const { context } = judging;
  const { holds, reasons } = requiredReasons(plan, place.scope);
  const issues = fieldIssues({
    plan,
    value,
    pointer,
    required: holds,
    requiredBy: requiredBy(plan, reasons),
    validators: judging.validators,
    context,
    scope: place.scope,
  });
  if (issues.length > 0) noteIssues(judging, pointer, issues);
  const option = plan.options && optionIssue({ plan, place, pointer, raw: judging.raw, context });
  if (option) judging.choices.push(option);
  return plan.nested.length > 0 ? value : undefined;
}

/** Whether the field, or one it is nested in, is irrelevant anywhere. */
function isOffSomewhere({ off }: Settled, plan: FieldPlan): boolean {
  for (let one: FieldPlan | undefined = plan; off.size > 0 && one; one = one.parent)
    if (off.has(one)) return true;
  return false;
}

function noteIssues({ issues, invalid }: Judging, pointer: string, found: readonly Issue[]): void {
  issues.push(...found);
  if (found.some(isSchemaIssue)) invalid.add(pointer);
}

/** The rule that makes a field required, for its message; undefined when the schema does. */
export function requiredBy(plan: FieldPlan, reasons: readonly RequiredBy[]): RequiredBy | undefined {
  return plan.field.required ? undefined : reasons[0];
}

/** Whether the value itself is invalid, not merely missing. */
export function isSchemaIssue(issue: Issue): boolean {
  return issue.rule.startsWith('validation.') && issue.rule !== 'validation.required';
}

function* judgeNested(judging: Judging, plan: FieldPlan, place: Place, value: unknown): Parts<void> {
  yield;
  if (plan.field.kind === 'object' && isRecord(value)) yield* judgeFields(judging, plan.nested, [place]);
  if (plan.field.kind !== 'rows' || !Array.isArray(value)) return;
  const pointer = fieldPointer(place, plan);
  for (const [index, row] of value.entries()) {
    if (!isRecord(row)) judging.issues.push(noRow(plan, `${pointer}/${index}`));
  }
  const prefix = `${pointer}/`;
  const rows = judging.settled.places.of(plan.field.path);
  yield* judgeFields(
    judging,
    plan.nested,
    place.pointer === '' ? rows : rows.filter((row) => row.pointer.startsWith(prefix)),
  );
}

/** The issue of a list entry that is not a row. */
function noRow({ field }: FieldPlan, pointer: string): Issue {
  return schemaIssue(field, pointer, { path: '', keyword: 'type', params: { type: 'object' } });
}

/** If a rule already reports the choice, the generic "not on offer" is omitted. */
function judgeChoices({ choices, issues }: Judging): void {
  const said = new Set(issues.filter(({ level }) => level === 'error').map(({ path }) => path));
  issues.push(...choices.filter(({ path }) => !said.has(path)));
}

/** A kept irrelevant value is stored too, so it must be valid. */
function judgeKept({ settled, context, validators, issues, isReadable }: Judging): void {
  for (const { plan, aside, pointer } of settled.cells.values()) {
    if (aside?.retain !== 'keep' || plan.field.readOnly || !isReadable(plan)) continue;
    issues.push(...valueIssues({ plan, value: aside.value, pointer, validators, context }));
  }
}

/** Invalid values are not stashed: they would come back later as unexpected errors. */
function withSoundStash({ plan, settled: { record }, context, validators }: Judging): DataRecord {
  if (!isRecord(record.$stash)) return record;
  const entries = Object.entries(record.$stash);
  const sound = entries.filter(([pointer, value]) => {
    const target = plan.byPattern.get(patternOf(pointer));
    return (
      target &&
      valueIssues({ plan: target, value, pointer, validators, context: { model: context.model } }).length ===
        0
    );
  });
  if (sound.length === entries.length) return record;
  const { $stash: _unsound, ...rest } = record;
  return sound.length === 0 ? rest : { ...rest, $stash: Object.fromEntries(sound) };
}

function* judgeRules(judging: Judging): Parts<void> {
  const { plan, settled, context, issues, isRelevant } = judging;
  const invalid = () => judging.invalid;
  for (const { failed } of settled.cells.values()) if (failed) issues.push(failed);
  for (const rule of plan.checks) {
    for (const place of settled.places.of(rule.each)) {
      yield;
      const found = checkIssues({ plan, rule, place, action: context.action, isRelevant, invalid });
      if (found.length > 0) issues.push(...found);
    }
  }
}
