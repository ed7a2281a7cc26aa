/** Counts the effect of new rules on stored records before publication. */

import type { Parts } from '../parts.ts';
import { evaluateInParts } from '../rules/evaluateRecord.ts';
import { sameValue } from '../rules/sameValue.ts';
import type { RuleContext, Validators } from '../rules/types.ts';
import { isRecord } from '../rules/values.ts';
import type { CheckRule, DataRecord, EntityModel, Model, StateRule, ValueRule } from '../types/modelTypes.ts';
import { isBare } from './fieldJudges.ts';
import type { ChangeId, Effect } from './types.ts';

/** A question about one rule, or one field of it. */
export type RuleCount = {
  readonly key: string;
  readonly entity: string;
  readonly rule: string;
  /** Its fields, dotted. */
  readonly fields: readonly string[];
  /** Message of the rule, if any. */
  readonly message?: string;
  readonly when: Pick<Effect, 'verdict' | 'code'>;
  readonly change?: ChangeId;
  readonly counts: (judged: Judged) => boolean;
};

/** A record as stored, and after the new rules. */
export type Judged = {
  readonly before: DataRecord;
  readonly after: DataRecord;
  /** Rules with issues. */
  readonly rules: ReadonlySet<string>;
};

type Rule = CheckRule | StateRule | ValueRule;

/** The questions about rules that are new or changed. */
export function ruleCounts(was: EntityModel, is: EntityModel): readonly RuleCount[] {
  const known = new Set(rulesOf(was).map(textOf));
  const isNew = (rule: Rule) => !known.has(textOf(rule));
  const stored = (path: string) => was.fieldByPath.get(path.split('.')[0] ?? '')?.stored === true;
  const { checks, state, values } = is.rules;
  return [
    ...checks.filter(isNew).map(checkCount),
    ...state.filter(isNew).flatMap((rule) => {
      if (rule.slot === 'required') return [requiredCount(rule)];
      return rule.slot === 'relevant'
        ? rule.fields.filter(stored).map((field) => hiddenCount(rule, field))
        : [];
    }),
    ...values.filter((rule) => isNew(rule) && stored(rule.field)).map(computedCount),
  ];
}

/** Evaluates one record under the new rules. `record` is in answer shape, with defaults for new fields. */
export function* judgeStored(entity: EntityModel, record: DataRecord, context: RuleContext): Parts<Judged> {
  const judged = yield* evaluateInParts(entity, { ...record }, context, nothingOf(entity));
  return { before: record, after: judged.record, rules: new Set(judged.issues.map(({ rule }) => rule)) };
}

/** Limits are counted separately. */
function nothingOf({ id, fieldByPath }: EntityModel): Validators {
  const known = validators.get(fieldByPath) ?? {
    [id]: Object.fromEntries([...fieldByPath.keys()].map((path) => [path, () => []])),
  };
  validators.set(fieldByPath, known);
  return known;
}
const validators = new WeakMap<EntityModel['fieldByPath'], Validators>();

function checkCount(rule: CheckRule): RuleCount {
  const when =
    rule.level === 'error'
      ? ({ verdict: 'Migratable', code: 'effect.rule-refuses' } as const)
      : ({ verdict: 'Safe', code: 'effect.rule-warns' } as const);
  return { ...base(rule, rule.at, when), message: rule.message, counts: ({ rules }) => rules.has(rule.id) };
}

function requiredCount(rule: StateRule): RuleCount {
  const when = { verdict: 'Migratable', code: 'effect.required-when' } as const;
  return { ...base(rule, rule.fields, when), counts: ({ rules }) => rules.has(rule.id) };
}

/** Values that would be hidden; with `clear` the next save removes them. */
function hiddenCount(rule: StateRule, field: string): RuleCount {
  const isLost = rule.retain === 'clear';
  const when = isLost
    ? ({ verdict: 'Migratable', code: 'effect.hidden-cleared' } as const)
    : ({ verdict: 'Safe', code: 'effect.hidden-kept' } as const);
  const counts = ({ before, after }: Judged) => {
    const [had, has] = [valuesAt(before, field), valuesAt(after, field)];
    return had.some((value, index) => !isBare(value) && isBare(has[index]));
  };
  return { ...base(rule, [field], when), counts };
}

function computedCount(rule: ValueRule): RuleCount {
  const when = { verdict: 'Migratable', code: 'effect.recomputed' } as const;
  const counts = ({ before, after }: Judged) => {
    const [had, has] = [valuesAt(before, rule.field), valuesAt(after, rule.field)];
    return had.some((value, index) => !isBare(value) && !sameValue(value, has[index]));
  };
  return { ...base(rule, [rule.field], when), counts };
}

function base(rule: Rule, fields: readonly string[], when: RuleCount['when']) {
  const [kind, name] = rule.overlay?.split(/\/(.*)/) ?? [];
  const change = kind && name ? { change: { kind: kind as ChangeId['kind'], name } } : {};
  return {
    key: `${rule.id} ${fields.join(' ')} ${when.code}`,
    entity: rule.entity,
    rule: rule.id,
    fields,
    when,
    ...change,
  };
}

/** The values at a dotted path, one per row on the way. */
function valuesAt(value: unknown, path: string): readonly unknown[] {
  const [name, ...rest] = path.split('.');
  if (Array.isArray(value)) return value.flatMap((row) => valuesAt(row, path));
  if (!isRecord(value) || name === undefined) return [undefined];
  return rest.length === 0 ? [value[name]] : valuesAt(value[name] ?? [], rest.join('.'));
}

function rulesOf({ rules: { checks, state, values } }: EntityModel): readonly Rule[] {
  return [...checks, ...state, ...values];
}

/** The content of a rule as one text. */
function textOf(rule: Rule): string {
  const { expression, each = '' } = rule;
  const when = 'when' in rule ? rule.when?.text : '';
  const about = 'at' in rule ? rule.at : 'fields' in rule ? rule.fields : [rule.field];
  const kind = 'slot' in rule ? `${rule.slot} ${rule.retain}` : 'level' in rule ? rule.level : 'value';
  return [rule.id, kind, each, expression.text, when, ...about].join('\n');
}

/** Whether any rule reads the owner of the record. */
export function readsOwner({ rules }: EntityModel): boolean {
  const asked = [...rules.checks, ...rules.state, ...rules.values].flatMap(({ expression, ...rule }) => [
    expression,
    'when' in rule ? rule.when : undefined,
  ]);
  return [...asked, ...rules.options.map(({ where }) => where)].some((one) =>
    one?.reads.some(({ from }) => from === 'owner'),
  );
}

/** A record as after the publication, with defaults in new fields. */
export function withDefaults(was: EntityModel, is: EntityModel, record: DataRecord): DataRecord {
  const added = is.fields.filter(
    ({ name, default: value }) => value !== undefined && !was.fieldByPath.has(name),
  );
  if (added.length === 0) return record;
  return { ...record, ...Object.fromEntries(added.map(({ name, default: value }) => [name, value])) };
}

/** A user with all features, because the result must not depend on the publisher. */
export function judgingContext(
  model: Model,
  record: DataRecord,
  more: Pick<RuleContext, 'today' | 'now' | 'owner'>,
): RuleContext {
  const user = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [...model.features.keys()] };
  return { model, user, locale: 'en-CA', action: 'update', previous: record, ...more };
}
