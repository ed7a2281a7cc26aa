/** Measures what a value computed on every read costs a list, before it is published. */
import {
  type Compiled,
  type Effect,
  type EntityModel,
  ExpressionError,
  expressionLimits,
  judgingContext,
  type Model,
  newRecord,
  type ValueRule,
} from '#engine';
import type { Store } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import type { Moment } from './ruleEffects.ts';

type Step = { readonly live: Model; readonly next: Model };
/** Records used for the measurement. */
const most = 20;

/** Work units per record that keep a list of 200 well below 100 ms. */
const limit = 10_000;

/** An effect that refuses each new or changed value that is too expensive for lists. */
export async function valueCosts(
  store: Pick<Store, 'find'>,
  { live, next }: Step,
  rules: readonly ValueRule[],
  moment: Moment,
): Promise<readonly Effect[]> {
  const found: Effect[] = [];
  const budget = new WorkBudget();
  for (const rule of rules) {
    const entity = next.entities.get(rule.entity) as EntityModel;
    const context = judgingContext(next, {}, moment);
    const stored = live.entities.has(entity.id)
      ? (await store.find({ entity: entity.id, page: { number: 1, size: most } })).items
      : [];
    let cost = 0;
    for (const record of [newRecord(entity, context), ...stored]) {
      cost = Math.max(cost, unitsOf(rule.expression, { root: record, vars: { ...context, record } }));
      if (cost > limit) break;
      // No time limit, because each value must be measured; one over the limit is not computed again.
      await budget.yieldTurn();
    }
    if (cost > limit) found.push(costly(rule, cost, next));
  }
  return found;
}

/** List values that are new or computed differently. */
export function listValues({ live, next }: Step): readonly ValueRule[] {
  return [...next.entities.values()].flatMap((is) => {
    const known = new Map(
      live.entities.get(is.id)?.rules.values.map((rule) => [rule.id, rule.expression.text]),
    );
    return is.rules.values.filter(
      ({ id, each, field, expression }) =>
        !each && is.fieldByPath.get(field)?.stored === false && known.get(id) !== expression.text,
    );
  });
}

function unitsOf(expression: Compiled, scope: Parameters<Compiled['evaluate']>[0]): number {
  const work = { left: expressionLimits.work * 2 };
  try {
    expression.evaluate({ ...scope, work });
  } catch (error) {
    if (error instanceof ExpressionError && error.code === 'D1012') return expressionLimits.work;
  }
  return expressionLimits.work * 2 - work.left;
}

function costly({ overlay, entity, field }: ValueRule, cost: number, { messages }: Model): Effect {
  const [kind, name] = overlay?.split(/\/(.*)/) ?? [];
  const key = `field.${entity}.${field}`;
  const of = (locale: 'en-CA' | 'fr-CA') => String(messages[locale].get(key) ?? field);
  return {
    verdict: 'Refused',
    code: 'effect.value-costly',
    count: 1,
    ...(kind && name ? { change: { kind: kind as NonNullable<Effect['change']>['kind'], name } } : {}),
    params: { field: { 'en-CA': of('en-CA'), 'fr-CA': of('fr-CA') }, cost, limit },
  };
}
