/** Refuses overlay rules that read hidden fields, since their results would reveal them. */
import { type Compiled, type EntityModel, type OverlayFinding, sameValue } from '#engine';
import { hiddenRead } from '../operations/hiddenReads.ts';
import type { Step } from './publicationStep.ts';

type Rule = EntityModel['rules']['state' | 'values' | 'checks'][number];
type Options = EntityModel['rules']['options'][number];

/** Checks new and changed rules only; existing ones are their author's responsibility. */
export function readsBeyond(step: Step): readonly OverlayFinding[] {
  return [...rulesBeyond(step), ...choicesBeyond(step), ...defaultsBeyond(step)];
}

function rulesBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...next.entities.values()].flatMap((entity) => {
    const rules = rulesOf(entity).filter(({ overlay }) => overlay !== undefined);
    if (rules.length === 0) return [];
    const known = new Set(rulesOf(live.entities.get(entity.id)).map(textOf));
    return rules
      .filter((rule) => !known.has(textOf(rule)))
      .flatMap((rule) => {
        const field = hiddenRead({ model: next, features }, entity, readsOf(rule));
        return field === undefined ? [] : [finding(rule, field)];
      });
  });
}

function rulesOf(entity: EntityModel | undefined): readonly Rule[] {
  if (!entity) return [];
  const { state, values, checks } = entity.rules;
  return [...state, ...values, ...checks];
}

function expressionsOf(rule: Rule) {
  const more = [
    'when' in rule ? rule.when : undefined,
    ...('params' in rule ? Object.values(rule.params) : []),
  ];
  return [rule.expression, ...more.filter((one) => one !== undefined)];
}

const textOf = (rule: Rule): string => [rule.id, ...expressionsOf(rule).map(({ text }) => text)].join('\n');

/** A rule for each row reads from its list. */
function readsOf(rule: Rule): readonly Pick<Compiled, 'reads'>[] {
  const list = rule.each?.split('.') ?? [];
  return expressionsOf(rule).map(({ reads }) => ({
    reads: reads.map((read) => (read.from === '$' ? { ...read, path: [...list, ...read.path] } : read)),
  }));
}

/** Which records a field accepts tells what the condition compares, and what of the record it reads. */
function choicesBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...next.entities.values()].flatMap((entity) => {
    const known = live.entities.get(entity.id)?.rules.options ?? [];
    return entity.rules.options
      .filter((rule) => rule.overlay !== undefined && !known.some((one) => isSame(one, rule)))
      .flatMap((rule) => {
        const target = next.entities.get(rule.from);
        const compared = [...(rule.where?.fields ?? []), ...rule.sort.map(({ path }) => path)];
        const reads = compared.map((path) => ({ from: '$', path: path.split('.') }));
        const reader = { model: next, features };
        const field =
          (target && hiddenRead(reader, target, [{ reads }])) ??
          hiddenRead(reader, entity, [rule.where, ...rule.none.map(({ when }) => when)]);
        return field === undefined ? [] : [finding(rule, field)];
      });
  });
}

const isSame = (one: Options, other: Options): boolean => sameValue(factsOf(one), factsOf(other));

const factsOf = ({ id, from, where, sort, none }: Options) => ({
  ...{ id, from, sort, where: where?.text },
  none: none.map(({ when }) => when?.text),
});

/** What a new record starts with would reveal what it is computed from. */
function defaultsBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...next.entities.values()].flatMap((entity) => {
    const known = live.entities.get(entity.id)?.defaults ?? [];
    return entity.defaults
      .filter(
        ({ field, value }) => !known.some((one) => one.field === field && one.value.text === value.text),
      )
      .flatMap(({ field, value }) => {
        const hidden = hiddenRead({ model: next, features }, entity, [value]);
        if (hidden === undefined) return [];
        return [finding({ id: `${entity.id}.${field}`, overlay: `field/${entity.id}.${field}` }, hidden)];
      });
  });
}

function finding({ id, overlay = '' }: Pick<Rule, 'id' | 'overlay'>, field: string): OverlayFinding {
  const slash = overlay.indexOf('/');
  const change = { kind: overlay.slice(0, slash), name: overlay.slice(slash + 1) };
  const level = 'error' as const;
  return {
    change: change as OverlayFinding['change'],
    at: '',
    level,
    code: 'not-yours-to-read',
    params: { rule: id, field },
  };
}
