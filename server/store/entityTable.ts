/** How a store keeps an entity; built once per model. */
import { type DataRecord, type EntityModel, type FieldModel, type Model, refersToOne } from '#engine';
import { type FieldCodec, fieldCodec } from './fieldCodec.ts';

export type EntityTable = {
  readonly entity: EntityModel;
  /** Stored fields in declaration order. */
  readonly codecs: readonly FieldCodec[];
  readonly codecByName: ReadonlyMap<string, FieldCodec>;
  /** Top-level fields that hold a single reference. */
  readonly references: readonly ReferenceField[];
  readonly hasRevision: boolean;
};

export type ReferenceField = FieldModel & { readonly ref: NonNullable<FieldModel['ref']> };

/** Tables by entity; `get` throws for an unknown entity. */
export type EntityTables = {
  readonly model: Model;
  readonly get: (entity: string) => EntityTable;
  readonly all: readonly EntityTable[];
};

const known = new WeakMap<Model, EntityTables>();

/** The tables of a model, cached: models are immutable. */
export function entityTables(model: Model): EntityTables {
  const tables = known.get(model) ?? makeTables(model);
  known.set(model, tables);
  return tables;
}

function makeTables(model: Model): EntityTables {
  const tables = new Map(
    [...model.entities.values()].map((entity) => [entity.id, entityTable(entity, model)]),
  );
  const get = (entity: string) => {
    const table = tables.get(entity);
    if (!table) throw new Error(`The store knows no entity '${entity}'.`);
    return table;
  };
  return { model, get, all: [...tables.values()] };
}

/** The record in stored form, with every stored field. `Revision` starts at 1. */
export function encodeRecord(table: EntityTable, record: DataRecord): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const { field, encode } of table.codecs) kept[field.name] = encode(record[field.name]);
  if (typeof kept.Id !== 'string' || kept.Id === '')
    throw new TypeError(`A record of ${table.entity.id} needs an Id to be stored.`);
  if (table.hasRevision) kept.Revision ??= 1;
  return kept;
}

/** The given fields in stored form. Skips `Id`, `Revision` and names that are not stored. */
export function encodeChanges(table: EntityTable, fields: DataRecord): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const codec = table.codecByName.get(name);
    if (codec && name !== 'Id' && name !== 'Revision') kept[name] = codec.encode(value);
  }
  return kept;
}

function entityTable(entity: EntityModel, model: Model): EntityTable {
  const stored = [...entity.fields.filter((field) => field.stored && !field.records), ...entity.memory];
  const codecs = stored.map((field) => fieldCodec(field, model));
  const references = codecs.map((codec) => codec.field).filter(isReference);
  const codecByName = new Map(codecs.map((codec) => [codec.field.name, codec]));
  return {
    entity,
    codecs,
    codecByName,
    references: references.filter((field) => model.entities.has(field.ref.entity)),
    hasRevision: codecByName.has('Revision'),
  };
}

function isReference(field: FieldModel): field is ReferenceField {
  return refersToOne(field) && field.ref !== undefined;
}
