/** References in answers: `Brand: { Id, Name }` beside `BrandId`, lists of references as objects, in rows too. */
import { type DataRecord, type ExpandModel, expansionRecord, type FieldModel } from '#engine';
import type { EntityTable, EntityTables } from './entityTable.ts';

/** Records by id in answer shape, references in them not expanded yet; unknown ids are left out. */
type LoadMany = (entity: string, ids: readonly string[]) => readonly DataRecord[];

export type Expansion = {
  readonly field: FieldModel;
  readonly target: string;
  readonly expand: ExpandModel;
  /** Names from the record to the object that holds the reference; lists on the way are entered. */
  readonly holder: readonly string[];
};

/** The expansions of an entity's references, those of rows and objects too. */
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
  /** What of an entity's records `load` leaves to be expanded. */
  readonly expansionsAt: (entity: string) => readonly Expansion[];
  readonly depth?: number;
};

/** Records that are wanted before the expansion goes on. */
type Wanted = { readonly entity: string; readonly ids: readonly string[] };

/** Work that asks for records by id: whoever runs it gives them, at once or later. */
export type ExpandSteps = Generator<Wanted, void, readonly DataRecord[]>;

/** Fills the expansions into the records, one load a target entity and level. */
export function expandRecords(
  records: readonly DataRecord[],
  expansions: readonly Expansion[],
  { load, ...how }: Expanding,
): void {
  runSteps(expandSteps(records, expansions, how), load);
}

/** Runs the steps at once. */
export function runSteps(steps: ExpandSteps, load: LoadMany): void {
  for (let step = steps.next(); !step.done; ) step = steps.next(load(step.value.entity, step.value.ids));
}

/** The same, for stores that do not answer at once. */
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
    const found = ids.length > 0 ? yield { entity: target, ids } : [];
    const wanted = new Set(ofTarget.flatMap((place) => place.expansion.expand.fields));
    if (depth > 1)
      yield* expandSteps(found, among(expansionsAt(target), wanted), { expansionsAt, depth: depth - 1 });
    const byId = new Map(found.map((record) => [record.Id as string, record]));
    for (const place of ofTarget) fill(place, byId);
  }
}

/** Objects within objects within objects; further down are ids. */
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

/** A record that is gone leaves its id in a list, and nothing beside a single id. */
function fill({ holder, expansion, ids }: Place, byId: ReadonlyMap<string, DataRecord>): void {
  const { field, expand } = expansion;
  if (field.kind === 'references') {
    holder[field.name] = ids.map((id) => expansionRecord(byId.get(id) ?? { Id: id }, expand.fields));
    return;
  }
  const record = byId.get(ids[0] ?? '');
  if (record) holder[expand.as] = expansionRecord(record, expand.fields);
}

/** Those that stand in one of the wanted members. */
function among(expansions: readonly Expansion[], wanted: ReadonlySet<string>): readonly Expansion[] {
  const tops = new Set([...wanted].map((name) => name.split('.')[0]));
  return expansions.filter(({ field, expand, holder }) => {
    const top = holder[0] ?? (field.kind === 'references' ? field.name : expand.as);
    return tops.has(top);
  });
}
