/**
 * Expands references in answers: `Brand: { Id, Name }` beside `BrandId`, lists of references as objects, also
 * in rows.
 */
import { type DataRecord, type ExpandModel, expansionRecord, type FieldModel, refersToMany } from '#engine';
import type { EntityTable, EntityTables } from './entityTable.ts';

/** Records by id in answer shape, with their own references not yet expanded; unknown ids are left out. */
type LoadMany = (entity: string, ids: readonly string[]) => readonly DataRecord[];

export type Expansion = {
  readonly field: FieldModel;
  readonly target: string;
  readonly expand: ExpandModel;
  /** Path from the record to the object that holds the reference, through lists. */
  readonly holder: readonly string[];
};

/** The expansions of an entity's references, including those in rows and objects. */
export function expansionsOf(table: EntityTable, tables: EntityTables): readonly Expansion[] {
  const within = (fields: readonly FieldModel[], holder: readonly string[]): readonly Expansion[] =>
    fields
      .filter((field) => field.stored && !field.records)
      .flatMap((field) => {
        if (field.fields) return within(field.fields, [...holder, field.name]);
        const expand = field.ref?.expand ?? field.expand;
        if (!field.ref || !expand || !tables.model.entities.has(field.ref.entity)) return [];
        return [{ field, target: field.ref.entity, expand, holder }];
      });
  return within(table.entity.fields, []);
}

export type Expanding = {
  readonly load: LoadMany;
  /** The expansions of an entity that `load` does not already bring. */
  readonly expansionsAt: (entity: string) => readonly Expansion[];
  readonly depth?: number;
};

/** Records needed before the expansion can continue. */
type Wanted = {
  readonly entity: string;
  readonly ids: readonly string[];
  /** What will be shown of them. */
  readonly expands: readonly ExpandModel[];
};

/** Work that requests records by id; the runner supplies them synchronously or asynchronously. */
export type ExpandSteps = Generator<Wanted, void, readonly DataRecord[]>;

/** Fills the expansions into the records with one load per target entity and level. */
export function expandRecords(
  records: readonly DataRecord[],
  expansions: readonly Expansion[],
  { load, ...how }: Expanding,
): void {
  runSteps(expandSteps(records, expansions, how), load);
}

/** Runs the steps synchronously. */
export function runSteps(steps: ExpandSteps, load: LoadMany): void {
  for (let step = steps.next(); !step.done; ) step = steps.next(load(step.value.entity, step.value.ids));
}

/** The same as steps, for stores that answer asynchronously. */
export function* expandSteps(
  records: readonly DataRecord[],
  expansions: readonly Expansion[],
  { expansionsAt, depth = maximumDepth }: Omit<Expanding, 'load'>,
): ExpandSteps {
  if (records.length === 0 || expansions.length === 0) return;
  const places = expansions.flatMap((expansion) => placesOf(records, expansion));
  for (const target of new Set(places.map((place) => place.expansion.target))) {
    const ofTarget = places.filter((place) => place.expansion.target === target);
    const ids = [...new Set(ofTarget.flatMap((place) => place.ids))];
    const expands = [...new Set(ofTarget.map((place) => place.expansion.expand))];
    const found = ids.length > 0 ? yield { entity: target, ids, expands } : [];
    const wanted = new Set(ofTarget.flatMap((place) => place.expansion.expand.fields));
    if (depth > 1)
      yield* expandSteps(found, among(expansionsAt(target), wanted), { expansionsAt, depth: depth - 1 });
    const byId = new Map(found.map((record) => [record.Id as string, record]));
    for (const place of ofTarget) fill(place, byId);
  }
}

/** Nesting depth of expanded objects; deeper references stay ids. */
const maximumDepth = 3;

type Place = {
  readonly holder: Record<string, unknown>;
  readonly expansion: Expansion;
  readonly ids: readonly string[];
};

function placesOf(records: readonly DataRecord[], expansion: Expansion): readonly Place[] {
  return holdersOf(records, expansion.holder).flatMap((holder) => {
    const value = holder[expansion.field.name];
    if (value === null || value === undefined) return [];
    return [
      {
        holder: holder as Record<string, unknown>,
        expansion,
        ids: (Array.isArray(value) ? value : [value]) as string[],
      },
    ];
  });
}

function holdersOf(values: readonly unknown[], [name, ...rest]: readonly string[]): readonly DataRecord[] {
  const objects = values
    .flat()
    .filter((value) => typeof value === 'object' && value !== null) as DataRecord[];
  return name === undefined
    ? objects
    : holdersOf(
        objects.map((object) => object[name]),
        rest,
      );
}

/** A deleted record leaves its id in a list, and no object beside a single id. */
function fill({ holder, expansion, ids }: Place, byId: ReadonlyMap<string, DataRecord>): void {
  const { field, expand } = expansion;
  if (refersToMany(field)) {
    holder[field.name] = ids.map((id) => expansionRecord(byId.get(id) ?? { Id: id }, expand.fields));
    return;
  }
  const record = byId.get(ids[0] ?? '');
  if (record) holder[expand.as] = expansionRecord(record, expand.fields);
}

/** Expansions that lie in one of the wanted members. */
export function among(expansions: readonly Expansion[], wanted: ReadonlySet<string>): readonly Expansion[] {
  const tops = new Set([...wanted].map((name) => name.split('.')[0]));
  return expansions.filter(({ field, expand, holder }) => {
    const top = holder[0] ?? (refersToMany(field) ? field.name : expand.as);
    return tops.has(top);
  });
}
