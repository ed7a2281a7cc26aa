/** Refuses overlay rules that read hidden fields, since their results would reveal them. */
import type { EntityModel, Model, OverlayFinding } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import type { Step } from './publicationStep.ts';

type Rule = EntityModel['rules']['state' | 'values' | 'checks'][number];

/** Checks new and changed rules only; existing ones are their author's responsibility. */
export function readsBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...next.entities.values()].flatMap((entity) => {
    const hidden = hiddenFrom(entity, next, features);
    if (hidden.own.size + hidden.owner.size === 0) return [];
    const known = new Set(rulesOf(live.entities.get(entity.id)).map(textOf));
    return rulesOf(entity)
      .filter((rule) => rule.overlay !== undefined && !known.has(textOf(rule)))
      .flatMap((rule) => {
        const field = readBy(rule, hidden)[0];
        return field === undefined ? [] : [finding(rule, field)];
      });
  });
}

type Hidden = { readonly own: ReadonlySet<string>; readonly owner: ReadonlySet<string> };

function hiddenFrom(entity: EntityModel, model: Model, features: Step['features']): Hidden {
  const owner = model.entities.get(entity.owner?.ref?.entity ?? '');
  return { own: hiddenNames(entity, features), owner: owner ? hiddenNames(owner, features) : new Set() };
}

/** Fields hidden from the person, and the names of their expansions. */
function hiddenNames(entity: EntityModel, features: Step['features']): ReadonlySet<string> {
  const closed = Object.entries(entity.policy.fields).filter(
    ([, { view }]) => view !== undefined && !isAllowed(view, features),
  );
  return new Set(closed.flatMap(([name]) => [name, entity.fieldByPath.get(name)?.expand?.as ?? name]));
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

/** Hidden fields that a rule reads; reading the whole record reads them all. */
function readBy(rule: Rule, { own, owner }: Hidden): readonly string[] {
  const places: Readonly<Record<string, ReadonlySet<string>>> = { $: own, record: own, previous: own, owner };
  const reads = expressionsOf(rule).flatMap((expression) => expression.reads);
  return reads.flatMap(({ from, path }) => {
    const names = places[from];
    // For a row, the access of its list applies.
    const name = from === '$' && rule.each ? rule.each.split('.')[0] : path[0];
    if (!names) return [];
    return name === undefined ? [...names] : [name].filter((one) => names.has(one));
  });
}

function finding({ id, overlay = '' }: Rule, field: string): OverlayFinding {
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
