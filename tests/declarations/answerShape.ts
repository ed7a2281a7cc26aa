import { type DataRecord, type EntityModel, type FieldModel, formatMessage, type Model } from '#engine';

export type Pools = Readonly<Record<string, readonly DataRecord[] | undefined>>;

/**
 * A stored record as a store answers it: references and lookups expanded, as deep as the declarations name
 * them.
 */
export function answerShape(model: Model, entity: string, record: DataRecord, pools: Pools): DataRecord {
  return expandFields({ model, pools }, model.entities.get(entity)?.fields ?? [], record);
}

type Source = { readonly model: Model; readonly pools: Pools };

function expandFields(source: Source, fields: readonly FieldModel[], holder: DataRecord): DataRecord {
  const shaped: Record<string, unknown> = { ...holder };
  for (const field of fields) expandField(source, field, shaped);
  return shaped;
}

function expandField(source: Source, field: FieldModel, holder: Record<string, unknown>): void {
  const value = holder[field.name];
  if (value === undefined || value === null) return;
  if (field.kind === 'rows' && Array.isArray(value))
    holder[field.name] = value.map((row) => expandFields(source, field.fields ?? [], row as DataRecord));
  else if (field.kind === 'object' && typeof value === 'object')
    holder[field.name] = expandFields(source, field.fields ?? [], value as DataRecord);
  else if (field.expand && Array.isArray(value))
    holder[field.name] = value.map((entry) => target(source, field, idOf(entry)));
  else if (field.expand) holder[field.expand.as] = target(source, field, idOf(value));
}

function target({ model, pools }: Source, field: FieldModel, id: unknown): DataRecord {
  const names = field.expand?.fields ?? [];
  if (field.lookup) return picked(lookupItem(model, field.lookup, id), names);
  const entity = field.ref?.entity ?? '';
  const found = pools[entity]?.find((record) => record.Id === id) ?? { Id: id };
  return picked(answerShape(model, entity, found, pools), ['Id', ...names]);
}

function lookupItem(model: Model, lookup: string, id: unknown): DataRecord {
  const item = model.lookups.get(lookup)?.items.find((one) => one.Id === id);
  return item ? { ...item, DisplayName: formatMessage(model, 'en-CA', `lookup.${lookup}.${item.Name}`) } : {};
}

function picked(record: DataRecord, names: readonly string[]): DataRecord {
  return Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])));
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { Id?: unknown }).Id : value;
}

type Owned = {
  readonly owner: DataRecord;
  readonly recordsOf: (entity: string) => readonly DataRecord[];
};

/** Other records of the owner that rules of an entity read, by the name the rules use. */
export function kinOf(model: Model, entity: EntityModel, { owner, recordsOf }: Owned): DataRecord {
  const lists = Object.entries(entity.owner?.ref?.kin ?? {}).map(([name, id]) => {
    const by = model.entities.get(id)?.owner?.name ?? '';
    return [name, recordsOf(id).filter((record) => record[by] === owner.Id)] as const;
  });
  return Object.fromEntries(lists);
}
