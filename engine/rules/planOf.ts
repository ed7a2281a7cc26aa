/** Indexes the rules of an entity by what they govern, so that writes and edits need no search. */

import type { Compiled } from '../expression/types.ts';
import { kinds } from '../fields/registry.ts';
import type { EntityModel, FieldModel, FieldPolicy, StateRule } from '../types/modelTypes.ts';
import { orderSteps } from './orderSteps.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';

/** Whether a field is always computed and can never be written by a person. */
export function isAlwaysComputed({ value }: Pick<FieldPlan, 'value'>): boolean {
  return value !== undefined && !value.override && !value.when;
}

const plans = new WeakMap<EntityModel, EntityPlan>();

/** The plan of an entity, built on first use. */
export function planOf(entity: EntityModel): EntityPlan {
  const known = plans.get(entity);
  if (known) return known;
  const plan = makePlan(entity);
  plans.set(entity, plan);
  return plan;
}

function makePlan(entity: EntityModel): EntityPlan {
  const byPattern = new Map<string, FieldPlan>();
  const fields = entity.fields.map((field) => planField(entity, field, undefined, byPattern));
  const { rules } = entity;
  const locks = rules.state.filter((rule) => !rule.each && concerns(rule, 'editable', '*'));
  return {
    entity,
    fields,
    byPattern,
    structured: structuredOf(fields),
    lists: [...byPattern.values()].filter((plan) => plan.field.kind === 'rows'),
    steps: orderSteps(entity, byPattern),
    checks: rules.checks,
    locks,
    hasRules: [rules.state, rules.values, rules.checks, rules.options, rules.mirrors].some(
      (list) => list.length > 0,
    ),
    variables: new Set(expressionsOf(entity).flatMap(({ reads }) => reads.map((read) => read.from))),
    hidesFields: [entity.policy.fields, entity.policy.rows].some((policies) =>
      Object.values(policies).some((policy) => policy.view !== undefined),
    ),
  };
}

function planField(
  entity: EntityModel,
  field: FieldModel,
  parent: FieldPlan | undefined,
  byPattern: Map<string, FieldPlan>,
): FieldPlan {
  const list = parent?.field.kind === 'rows' ? parent.field.path : parent?.list;
  const { rules } = entity;
  const names = parent && parent.list === list ? [...parent.names, field.name] : [field.name];
  const nested: FieldPlan[] = [];
  const structured = new Map<string, FieldPlan>();
  const plan: FieldPlan = {
    field,
    list,
    names,
    pointer: `/${names.join('/')}`,
    alias: kinds[field.kind].elements === 'ids' ? undefined : field.expand?.as,
    parent,
    nested,
    structured,
    relevant: rules.state.filter((rule) => concerns(rule, 'relevant', field.path)),
    required: rules.state.filter((rule) => concerns(rule, 'required', field.path)),
    editable: rules.state.filter(
      (rule) => concerns(rule, 'editable', field.path) || coversAll(rule, list, parent),
    ),
    value: rules.values.find((rule) => rule.field === field.path),
    options: rules.options.find((rule) => rule.field === field.path),
    sentence: rules.sentences.find((rule) => rule.field === field.path),
    effects: rules.effects.filter((rule) => rule.onUserChange === field.path),
    policies: policiesOf(entity, field),
  };
  byPattern.set(field.path, plan);
  for (const inner of field.fields ?? []) nested.push(planField(entity, inner, plan, byPattern));
  for (const [name, inner] of structuredOf(nested)) structured.set(name, inner);
  return plan;
}

function policiesOf({ policy }: EntityModel, { path }: FieldModel): readonly FieldPolicy[] {
  const [root = '', inner] = path.split('.');
  const ofRows = [policy.rows[root], inner === undefined ? undefined : policy.rows[`${root}.${inner}`]];
  return [policy.fields[root], ...ofRows].filter((one) => one !== undefined);
}

function structuredOf(fields: readonly FieldPlan[]): ReadonlyMap<string, FieldPlan> {
  const kinds = ['rows', 'object', 'json'];
  return new Map(
    fields.filter(({ field }) => kinds.includes(field.kind)).map((plan) => [plan.field.name, plan]),
  );
}

function expressionsOf({ rules }: EntityModel): readonly Pick<Compiled, 'reads'>[] {
  const checks = rules.checks.flatMap(({ expression, when, params }) => [
    expression,
    when,
    ...Object.values(params),
  ]);
  const effects = rules.effects.flatMap(({ when, set, others }) => [
    when,
    ...Object.values(set),
    ...Object.values(others),
  ]);
  const options = rules.options.map(({ where }) => where);
  const sentences = rules.sentences.flatMap(({ params }) => Object.values(params));
  const others = [
    ...rules.state.map(({ expression }) => expression),
    ...rules.values.flatMap(({ expression, when }) => [expression, when]),
  ];
  return [...checks, ...effects, ...options, ...sentences, ...others].filter(
    (expression) => expression !== undefined,
  );
}

function concerns(rule: StateRule, slot: StateRule['slot'], pattern: string): boolean {
  return rule.slot === slot && rule.fields.includes(pattern);
}

/** `*` covers every field of the record, or with `each` of its rows; nested fields follow their container. */
function coversAll(rule: StateRule, list: string | undefined, parent: FieldPlan | undefined): boolean {
  if (!concerns(rule, 'editable', '*')) return false;
  return rule.each === list && (parent === undefined || parent.field.kind === 'rows');
}
