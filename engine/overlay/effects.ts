/** The effects of a publication on stored records: what to count, and what the counts mean. */

import { kinds } from '../fields/registry.ts';
import type { Access, EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import { acceptsOf, goneItems, isBare, keepsItems, typeChange } from './fieldJudges.ts';
import { returningCounts } from './returningCounts.ts';
import { rowEffects } from './rowEffects.ts';
import { sameJson } from './sameJson.ts';
import type { ChangeId, Count, Effect } from './types.ts';

/** Undeclared fields, by entity, whose values are still stored. */
export type KeptFields = ReadonlyMap<string, ReadonlySet<string>>;

/** The counts needed before replacing a model; new entities have no records unless some are kept. */
export function countsNeeded(before: Model, after: Model, kept: KeptFields = new Map()): readonly Count[] {
  const changed = [...before.entities.values()].flatMap((was) => {
    const is = after.entities.get(was.id);
    if (!is) return [count(was, '', { kind: 'all', when: { verdict: 'Safe', code: 'effect.entity-kept' } })];
    return [
      ...fieldCounts(was, is, { before, after, kept }),
      ...uniqueCounts(was, is, kept),
      ...closingCounts(was, is),
    ];
  });
  const returning = [...after.entities.values()].filter(({ id }) => !before.entities.has(id) && kept.has(id));
  return [...changed, ...returning.flatMap((is) => entityCounts(is, after))];
}

/** Records that stay while nobody may create others any more, or may again. */
function closingCounts(was: EntityModel, is: EntityModel): readonly Count[] {
  const [before, after] = [was, is].map(({ policy }) => isClosed(policy.create));
  if (before === after) return [];
  const code = after ? 'effect.entity-retired' : 'effect.entity-back';
  return [count(was, '', { kind: 'all', when: { verdict: 'Safe', code } })];
}

const isClosed = (access: Access): boolean => access.kind === 'feature' && access.anyOf.length === 0;

/** A restored entity with stored records. */
function entityCounts(is: EntityModel, after: Model): readonly Count[] {
  const back = count(is, '', {
    kind: 'outside',
    as: 'next',
    accepts: () => false,
    when: { verdict: 'Safe', code: 'effect.entity-returns' },
  });
  const judged = is.fields.filter(({ stored, overlay }) => stored && overlay !== undefined);
  const fields = judged.flatMap((field) =>
    returningCounts(field, after).map(({ field: path, ...asked }) =>
      count(is, path, { ...asked, ...changeOf(field) }),
    ),
  );
  const telling = fields.filter(({ when }) => when.code !== 'effect.field-returns');
  return [back, ...telling, ...is.unique.flatMap((unique) => doubles(is, unique, 'next'))];
}

/** The effects, worst first; zero counts are omitted. */
export function classifyEffects(
  counts: readonly Count[],
  counted: Readonly<Record<string, number>>,
  model: Pick<Model, 'messages'>,
  /** Names removed things with the texts of the old model. */
  before: Pick<Model, 'messages'> = model,
): readonly Effect[] {
  const effects = counts.flatMap(({ key, entity, field, change, when }) => {
    const number = counted[key] ?? 0;
    const params = {
      entity: textOf(model, `entity.${entity}.plural`, before),
      field: textOf(model, `field.${entity}.${field}`, before),
    };
    return number > 0 ? [{ ...when, count: number, ...(change && { change }), params }] : [];
  });
  return effects.sort((one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict));
}

const verdicts = ['Refused', 'Migratable', 'Safe'];

function textOf(
  { messages }: Pick<Model, 'messages'>,
  key: string,
  { messages: earlier }: Pick<Model, 'messages'>,
) {
  const known = [messages, earlier].find((one) => one['en-CA'].has(key)) ?? messages;
  const of = (locale: 'en-CA' | 'fr-CA') =>
    String(known[locale].get(key) ?? known['en-CA'].get(key) ?? key.split('.').at(-1));
  return { 'en-CA': of('en-CA'), 'fr-CA': of('fr-CA') };
}

function count(
  { id }: Pick<EntityModel, 'id'>,
  field: string,
  what: Omit<Count, 'key' | 'entity' | 'field'>,
): Count {
  return { key: `${id}.${field} ${what.kind} ${what.when.code}`, entity: id, field, ...what };
}

const changeOf = ({ overlay }: Pick<FieldModel, 'overlay'>): { change?: ChangeId } => {
  const [kind, name] = overlay?.split(/\/(.*)/) ?? [];
  return kind && name ? { change: { kind: kind as ChangeId['kind'], name } } : {};
};

type Step = { readonly before: Model; readonly after: Model; readonly kept: KeptFields };

function fieldCounts(was: EntityModel, is: EntityModel, step: Step): readonly Count[] {
  const { before, after } = step;
  const added = is.fields.filter(({ name }) => !was.fieldByPath.has(name));
  const gone = was.fields.filter(({ name, stored }) => stored && !is.fieldByPath.has(name));
  const kept = is.fields.flatMap((field) => {
    const old = was.fieldByPath.get(field.name);
    return old ? [{ old, field }] : [];
  });
  return [
    ...added.flatMap((field) => addedCounts(is, field, step)),
    ...gone.map((field) =>
      count(was, field.name, { kind: 'present', when: { verdict: 'Safe', code: 'effect.field-kept' } }),
    ),
    ...kept.flatMap(({ old, field }) => keptCounts(is, old, field)),
    ...kept.flatMap(({ field }) => lookupCounts(is, field, [before, after])),
    ...kept.flatMap(({ old, field }) => rowCounts(is, old, field, [before, after])),
  ];
}

/** Records get the default; without one, a required field cannot be filled. */
function addedCounts(entity: EntityModel, field: FieldModel, { after, kept }: Step): readonly Count[] {
  if (!field.stored) return [];
  const own = changeOf(field);
  if (kept.get(entity.id)?.has(field.name))
    return returningCounts(field, after).map(({ field: path, ...asked }) =>
      count(entity, path, { ...asked, ...own }),
    );
  // An empty list as a default needs no confirmation.
  const isEmpty = Array.isArray(field.default) && field.default.length === 0;
  if (field.default !== undefined && !isEmpty)
    return [
      count(entity, field.name, {
        kind: 'all',
        when: { verdict: 'Migratable', code: 'effect.default-filled' },
        ...own,
      }),
    ];
  const when = field.required
    ? ({ verdict: 'Refused', code: 'effect.required-empty' } as const)
    : ({ verdict: 'Safe', code: 'effect.field-empty' } as const);
  return [count(entity, field.name, { kind: 'all', when, ...own })];
}

function keptCounts(entity: EntityModel, old: FieldModel, field: FieldModel): readonly Count[] {
  if (!field.stored) return [];
  const own = changeOf(field);
  const found: Count[] = [];
  const changed = typeChange(old, field);
  if (changed)
    found.push(
      count(entity, field.name, {
        kind: 'outside',
        accepts: isBare,
        when: { verdict: 'Refused', code: changed },
        ...own,
      }),
    );
  if (field.required && !old.required)
    found.push(
      count(entity, field.name, {
        kind: 'missing',
        when: { verdict: 'Refused', code: 'effect.required-empty' },
        ...own,
      }),
    );
  if (!sameJson(old.limits, field.limits))
    found.push(
      count(entity, field.name, {
        kind: 'outside',
        accepts: acceptsOf(field),
        when: { verdict: 'Migratable', code: 'effect.outside-limits' },
        ...own,
      }),
    );
  return found;
}

/** Stored values of items that a lookup no longer has. */
function lookupCounts(
  entity: EntityModel,
  field: FieldModel,
  models: readonly [Model, Model],
): readonly Count[] {
  if (!field.stored || field.lookup === undefined) return [];
  const gone = goneItems(field, models);
  if (gone.size === 0) return [];
  const when = { verdict: 'Refused', code: 'effect.item-used' } as const;
  if (kinds[field.kind].expression === 'choice') {
    const moved = movedItems(entity, field, models);
    const left = [...gone].filter((id) => !moved.has(id));
    const moves = { verdict: 'Migratable', code: 'effect.state-moved' } as const;
    const using = (values: readonly unknown[], what: Count['when']) =>
      values.length === 0 ? [] : [count(entity, field.name, { kind: 'using', values, when: what })];
    return [...using(left, when), ...using([...moved], moves)];
  }
  const accepts = keepsItems(field, (id) => !gone.has(id));
  return [count(entity, field.name, { kind: 'outside', accepts, when })];
}

/** Removed states whose records move to another one. */
function movedItems(
  { workflow }: EntityModel,
  { name, lookup = '' }: FieldModel,
  [before, after]: readonly [Model, Model],
): ReadonlySet<unknown> {
  if (workflow?.field !== name) return new Set();
  const known = new Set(after.lookups.get(lookup)?.items.map((item) => item.Name));
  const was = before.lookups.get(lookup)?.items ?? [];
  const isMoved = (state: string) => !known.has(state) && known.has(workflow.moved[state] ?? '');
  return new Set(was.flatMap((item) => (isMoved(item.Name) ? [item.Id] : [])));
}

/** Rows are stored inside their record, so each record is examined. */
function rowCounts(
  entity: EntityModel,
  old: FieldModel,
  field: FieldModel,
  models: readonly [Model, Model],
): readonly Count[] {
  if (!field.stored || field.kind !== 'rows' || old.kind !== 'rows') return [];
  return rowEffects(old, field, models).map(({ path, ...effect }) =>
    count(entity, path, { kind: 'outside', ...effect, ...changeOf(field) }),
  );
}

function uniqueCounts(was: EntityModel, is: EntityModel, kept: KeptFields): readonly Count[] {
  return is.unique.flatMap((unique) => {
    const old = was.unique.find(({ id }) => id === unique.id);
    const isKnown = unique.fields.every((field) => was.fieldByPath.has(field));
    const returns = unique.fields.some((field) => kept.get(is.id)?.has(field));
    const field = is.fieldByPath.get(unique.fields[0] ?? '');
    if ((old && sameJson(old.fields, unique.fields) && sameJson(old.within, unique.within)) || !field)
      return [];
    // A new column is empty or has the same default in every record.
    if (!isKnown && !returns && field.default === undefined) return [];
    return doubles(is, unique, returns ? 'next' : undefined);
  });
}

function doubles(is: EntityModel, { fields, within }: EntityModel['unique'][number], as: Count['as']) {
  const field = is.fieldByPath.get(fields[0] ?? '');
  if (!field) return [];
  const when = { verdict: 'Refused', code: 'effect.doubles' } as const;
  const unique = { fields, within };
  return [count(is, field.name, { kind: 'doubles', unique, when, ...(as && { as }), ...changeOf(field) })];
}
