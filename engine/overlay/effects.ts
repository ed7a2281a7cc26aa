/** What a publication does to the records that are stored: what has to be counted, and what the counts mean. */
import type { EntityModel, FieldModel, Model } from '../model/types.ts';
import { goneItems, rowEffects } from './rowEffects.ts';
import { sameJson } from './sameJson.ts';
import type { ChangeId, OverlayFinding } from './types.ts';

/** How many records are asked for. */
export type Count = {
  /** Known again by this when it is classified. */
  readonly key: string;
  readonly entity: string;
  /**
   * `all` records; those where the field is `missing` or `present`, has a value that is `outside` (by `accepts`) or is
   * one of `values`; those whose values of the fields of `unique` stand in another record too (`doubles`).
   */
  readonly kind: 'all' | 'missing' | 'present' | 'outside' | 'using' | 'doubles';
  /** Dotted where it is about the rows of a list; `accepts` is asked about the whole list then. */
  readonly field: string;
  readonly accepts?: (value: unknown) => boolean;
  readonly values?: readonly unknown[];
  readonly unique?: { readonly fields: readonly string[]; readonly within: readonly string[] };
  /** What it means when there is such a record, and when there is none. */
  readonly when: { readonly verdict: Effect['verdict']; readonly code: string };
  readonly change?: ChangeId;
};

/** The text of an effect is the message `overlay.<code>` with its params and `count`. */
export type Effect = {
  readonly verdict: 'Safe' | 'Migratable' | 'Refused';
  readonly count: number;
  readonly change?: ChangeId;
  readonly code: string;
  readonly params: OverlayFinding['params'];
};

/** What must be counted before one model follows another; entities that are new have no records. */
export function countsNeeded(before: Model, after: Model): readonly Count[] {
  return [...before.entities.values()].flatMap((was) => {
    const is = after.entities.get(was.id);
    if (!is) return [count(was, '', { kind: 'all', when: { verdict: 'Safe', code: 'effect.entity-kept' } })];
    return [...fieldCounts(was, is, before, after), ...uniqueCounts(was, is)];
  });
}

/** The effects, worst first; counts of nothing say nothing. */
export function classifyEffects(
  counts: readonly Count[],
  counted: Readonly<Record<string, number>>,
  model: Pick<Model, 'messages'>,
): readonly Effect[] {
  const effects = counts.flatMap(({ key, entity, field, change, when }) => {
    const number = counted[key] ?? 0;
    const params = {
      entity: textOf(model, `entity.${entity}.plural`),
      field: textOf(model, `field.${entity}.${field}`),
    };
    return number > 0 ? [{ ...when, count: number, ...(change && { change }), params }] : [];
  });
  return effects.sort((one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict));
}

const verdicts = ['Refused', 'Migratable', 'Safe'];

function textOf({ messages }: Pick<Model, 'messages'>, key: string) {
  const of = (locale: 'en-CA' | 'fr-CA') =>
    String(messages[locale].get(key) ?? messages['en-CA'].get(key) ?? key.split('.').at(-1));
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

function fieldCounts(was: EntityModel, is: EntityModel, before: Model, after: Model): readonly Count[] {
  const added = is.fields.filter(({ name }) => !was.fieldByPath.has(name));
  const gone = was.fields.filter(({ name, stored }) => stored && !is.fieldByPath.has(name));
  const kept = is.fields.flatMap((field) => {
    const old = was.fieldByPath.get(field.name);
    return old ? [{ old, field }] : [];
  });
  return [
    ...added.flatMap((field) => addedCounts(is, field)),
    ...gone.map((field) =>
      count(was, field.name, { kind: 'present', when: { verdict: 'Safe', code: 'effect.field-kept' } }),
    ),
    ...kept.flatMap(({ old, field }) => keptCounts(is, old, field)),
    ...kept.flatMap(({ field }) => lookupCounts(is, field, [before, after])),
    ...kept.flatMap(({ old, field }) => rowCounts(is, old, field, [before, after])),
  ];
}

/** Records get the default; without one, what must be filled in cannot be. */
function addedCounts(entity: EntityModel, field: FieldModel): readonly Count[] {
  if (!field.stored) return [];
  const own = changeOf(field);
  // A list starts empty: that is no value anybody has to be asked about.
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
  if (!field.stored || field.kind === 'rows') return [];
  const own = changeOf(field);
  const found: Count[] = [];
  if (old.kind !== field.kind || old.storage !== field.storage)
    found.push(
      count(entity, field.name, {
        kind: 'present',
        when: { verdict: 'Refused', code: 'effect.type-changed' },
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

/** Whether a value keeps to the limits of a field; nothing there keeps to them all. */
function acceptsOf({ limits }: FieldModel): (value: unknown) => boolean {
  const pattern = limits.pattern === undefined ? undefined : new RegExp(limits.pattern, 'u');
  const size = (value: unknown) => (typeof value === 'string' ? [...value].length : Number(value));
  return (value) => {
    if (value === undefined || value === null || value === '') return true;
    const list = Array.isArray(value) ? value.length : undefined;
    const within = (least?: number, most?: number, of = 0) => of >= (least ?? of) && of <= (most ?? of);
    if (list !== undefined) return within(limits.minItems, limits.maxItems, list);
    if (typeof value === 'string' && pattern && !pattern.test(value)) return false;
    if (typeof value === 'string' && limits.minimum === undefined && limits.maximum === undefined)
      return within(limits.minLength, limits.maxLength, size(value));
    return within(limits.minimum, limits.maximum, Number(value));
  };
}

/** Values that are no longer among the items of a lookup, where records still have them. */
function lookupCounts(
  entity: EntityModel,
  field: FieldModel,
  models: readonly [Model, Model],
): readonly Count[] {
  if (!field.stored || field.kind !== 'choice') return [];
  const gone = [...goneItems(field, models)];
  if (gone.length === 0) return [];
  return [
    count(entity, field.name, {
      kind: 'using',
      values: gone,
      when: { verdict: 'Refused', code: 'effect.item-used' },
    }),
  ];
}

/** Rows are stored with their record: each is looked at. */
function rowCounts(
  entity: EntityModel,
  old: FieldModel,
  field: FieldModel,
  models: readonly [Model, Model],
): readonly Count[] {
  if (!field.stored || field.kind !== 'rows' || old.kind !== 'rows') return [];
  return rowEffects(old, field, { models, acceptsOf }).map(({ path, ...effect }) =>
    count(entity, path, { kind: 'outside', ...effect, ...changeOf(field) }),
  );
}

function uniqueCounts(was: EntityModel, is: EntityModel): readonly Count[] {
  return is.unique.flatMap((unique) => {
    const old = was.unique.find(({ id }) => id === unique.id);
    const known = unique.fields.every((field) => was.fieldByPath.has(field));
    const [first = ''] = unique.fields;
    const field = is.fieldByPath.get(first);
    if ((old && sameJson(old.fields, unique.fields) && sameJson(old.within, unique.within)) || !field)
      return [];
    // A new column is empty in every record, or has one default in all of them.
    if (!known && field.default === undefined) return [];
    const { fields, within } = unique;
    return [
      count(is, first, {
        kind: 'doubles',
        unique: { fields, within },
        when: { verdict: 'Refused', code: 'effect.doubles' },
        ...changeOf(field),
      }),
    ];
  });
}
