/**
 * Texts of shipped records in the reader's language, as the seed translates them. The database keeps the
 * first language; a text that someone has changed is shown as it is.
 */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type FilterTree,
  type Locale,
  locales,
  type Model,
  matches,
  refersToMany,
  refersToOne,
  resolveReferencePath,
  shippedTexts,
} from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { among } from './filters.ts';
import type { OperationCall } from './OperationCall.ts';
import { idOf } from './storedFields.ts';

type Shipped = {
  readonly ids: ReadonlySet<unknown>;
  readonly texts: EntityModel['seed']['texts'];
};

const [firstLocale] = locales;

type Reading = Pick<OperationCall, 'runtime' | 'locale'>;

/** For queries that answer or sort texts of shipped records as the caller reads them. */
export const shownTo = ({ locale }: Pick<OperationCall, 'locale'>): { readonly language?: Locale } =>
  locale === firstLocale ? {} : { language: locale };

/** A record with its shipped texts, and those of the records it refers to, in the reader's language. */
export function withShippedTexts(call: Reading, plan: EntityPlan, record: DataRecord): DataRecord {
  if (call.locale === firstLocale) return record;
  const own = shown(call.locale, shippedOf(plan.entity), record.Id, record);
  const fields = shippedReferences(call.runtime.model, plan);
  return fields.length === 0 ? own : withReferences(call, fields, own);
}

/** The input of a change; a translation that was sent back unchanged is the stored text again. */
export function asStoredTexts({ entity }: EntityPlan, previous: DataRecord, input: DataRecord): DataRecord {
  const shipped = shippedOf(entity);
  if (!shipped?.ids.has(previous.Id)) return input;
  const stored = shipped.texts.flatMap((one) =>
    Object.values(one).flatMap((byField = {}) =>
      Object.entries(byField)
        .filter(([name, texts]) => name in input && input[name] === texts?.[String(previous[name])])
        .map(([name]) => [name, previous[name]] as const),
    ),
  );
  return stored.length === 0 ? input : { ...input, ...Object.fromEntries(stored) };
}

type Found = { readonly filter?: FilterTree | undefined };

/** Also finds shipped texts by their translation: people search for what they read. */
export function findingShipped<Query extends Found>(
  { runtime: { model }, locale }: Reading,
  { entity }: Pick<EntityPlan, 'entity'>,
  query: Query,
): Query {
  if (locale === firstLocale || !query.filter) return query;
  const also = (filter: FilterTree): FilterTree => {
    if (filter.kind === 'constant') return filter;
    if (filter.kind === 'not') return { ...filter, of: also(filter.of) };
    if (filter.kind !== 'compare') return { ...filter, of: filter.of.map(also) };
    const stored = storedTexts({ model, locale, entity }, filter);
    return stored.length === 0 ? filter : { kind: 'or', of: [filter, among(filter.path, stored)] };
  };
  return { ...query, filter: also(query.filter) };
}

const searching: readonly string[] = ['eq', 'in', 'contains', 'startsWith', 'words'];

type Searched = { readonly model: Model; readonly locale: Locale; readonly entity: EntityModel };
type Compare = Extract<FilterTree, { kind: 'compare' }>;

/** The stored texts whose translation passes. */
function storedTexts({ model, locale, entity }: Searched, filter: Compare): readonly string[] {
  const found = searching.includes(filter.operator)
    ? resolveReferencePath(model.entities, entity, filter.path)
    : undefined;
  if (!found || found.lookupMember !== undefined) return [];
  return [...(shippedTexts(model, found.field, locale)?.texts ?? [])]
    .filter(([, text]) => matches({ ...filter, path: 'text' }, { text }))
    .map(([stored]) => stored);
}

/** How a stored text of a field is shown, such as the value that a report compares with; undefined if as it is. */
export function shippedText(
  { model, locale }: { readonly model: Model; readonly locale: Locale },
  field: FieldModel | undefined,
): ((value: unknown) => unknown) | undefined {
  const shipped = field && locale !== firstLocale ? shippedTexts(model, field, locale) : undefined;
  return shipped && ((value) => shipped.texts.get(String(value)) ?? value);
}

const known = new WeakMap<EntityModel, Shipped | null>();

function shippedOf(entity: EntityModel): Shipped | null {
  const before = known.get(entity);
  if (before !== undefined) return before;
  const { reference, demo, texts } = entity.seed;
  const made =
    texts.length === 0 ? null : { ids: new Set([...reference, ...demo].map(({ Id }) => Id)), texts };
  known.set(entity, made);
  return made;
}

function shown(locale: Locale, shipped: Shipped | null, id: unknown, record: DataRecord): DataRecord {
  if (!shipped?.ids.has(id)) return record;
  const changed = shipped.texts.flatMap((one) =>
    Object.entries(one[locale] ?? {}).flatMap(([name, texts]) => {
      const text = texts?.[String(record[name])];
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

const references = new WeakMap<EntityPlan, readonly FieldModel[]>();

/** The fields that hold expanded references to entities with translated records, directly or nested. */
function shippedReferences(model: Model, plan: EntityPlan): readonly FieldModel[] {
  const before = references.get(plan);
  if (before) return before;
  const leads = (field: FieldModel): boolean => {
    if (!field.ref) return (field.fields ?? []).some(leads);
    const target = field.expand && model.entities.get(field.ref.entity);
    return target !== undefined && shippedOf(target) !== null;
  };
  const found = plan.referenceFields.filter(leads);
  references.set(plan, found);
  return found;
}

function withReferences(call: Reading, fields: readonly FieldModel[], holder: DataRecord): DataRecord {
  const { locale, runtime } = call;
  const next: Record<string, unknown> = { ...holder };
  for (const field of fields) {
    const value = holder[field.name];
    const target = field.ref && runtime.model.entities.get(field.ref.entity);
    const shipped = target ? shippedOf(target) : null;
    if (refersToOne(field) && field.expand)
      next[field.expand.as] = inRow(holder[field.expand.as], (row) => shown(locale, shipped, value, row));
    else if (refersToMany(field))
      next[field.name] = inRow(value, (row) => shown(locale, shipped, idOf(row), row));
    else if (field.fields)
      next[field.name] = inRow(value, (row) =>
        withReferences(call, field.fields as readonly FieldModel[], row),
      );
  }
  return next;
}

/** Applies to an object or to every object of a list. */
function inRow(value: unknown, change: (row: DataRecord) => DataRecord): unknown {
  if (Array.isArray(value)) return value.map((one) => inRow(one, change));
  return typeof value === 'object' && value !== null ? change(value as DataRecord) : value;
}
