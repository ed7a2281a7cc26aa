/** Expands the references of a record and finds those that point nowhere. */
import { type DataRecord, everyId, type FieldModel, type Issue, refersToMany, refersToOne } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { idOf } from './storedFields.ts';

type Resolved = { readonly record: DataRecord; readonly issues: readonly Issue[] };

/**
 * Expands every reference as in the answer, so that rules may read `Brand.Name` of a brand just chosen.
 * Expansions the stored record already has are reused.
 */
export async function resolveReferences(
  session: StoreSession,
  plan: EntityPlan,
  { next, previous }: { readonly next: DataRecord; readonly previous?: DataRecord },
): Promise<Resolved> {
  const fields = plan.referenceFields;
  const known: Known = new Map(
    referenceFields(fields)
      .filter(({ ref }) => ref?.all)
      .map((field) => [field, new Map([[everyId, field.expand ? { Id: everyId } : null]])] as const),
  );
  if (previous) visit(fields, previous, (place) => remember(known, place));
  const wanted = new Map<string, Set<string>>();
  visit(fields, next, (place) => {
    if (isId(place.id) && !known.get(place.field)?.has(place.id)) add(wanted, place);
  });
  if (wanted.size > 0) await load(session, fields, { known, wanted });
  const issues: Issue[] = [];
  const record = expandFields({ known, issues }, fields, next, '') as DataRecord;
  return { record, issues };
}

type Known = Map<FieldModel, Map<string, DataRecord | null>>;
type Place = { readonly field: FieldModel; readonly id: unknown; readonly expansion?: unknown };

function visit(fields: readonly FieldModel[], holder: DataRecord, found: (place: Place) => void): void {
  for (const field of fields) {
    const value = holder[field.name];
    if (value === undefined || value === null) continue;
    if (field.ref) visitReference(field, holder, found);
    else if (field.fields)
      for (const row of [value].flat()) if (isObject(row)) visit(field.fields, row, found);
  }
}

function visitReference(field: FieldModel, holder: DataRecord, found: (place: Place) => void): void {
  const value = holder[field.name];
  if (refersToOne(field)) found({ field, id: value, expansion: field.expand && holder[field.expand.as] });
  else for (const entry of [value].flat()) found({ field, id: idOf(entry), expansion: entry });
}

/** A stored reference is known to exist, and its expansion is still current. */
function remember(known: Known, { field, id, expansion }: Place): void {
  if (typeof id !== 'string') return;
  if (field.expand && !isObject(expansion)) return;
  const ofField = known.get(field) ?? new Map<string, DataRecord | null>();
  known.set(field, ofField.set(id, (expansion ?? null) as DataRecord | null));
}

function add(wanted: Map<string, Set<string>>, { field, id }: Place): void {
  const entity = field.ref?.entity as string;
  wanted.set(entity, (wanted.get(entity) ?? new Set()).add(id as string));
}

async function load(
  session: StoreSession,
  fields: readonly FieldModel[],
  { known, wanted }: { readonly known: Known; readonly wanted: ReadonlyMap<string, ReadonlySet<string>> },
): Promise<void> {
  const targets = new Map<string, DataRecord>();
  for (const [entity, ids] of wanted)
    for (const record of await session.getMany(entity, [...ids]))
      targets.set(`${entity} ${record.Id}`, record);
  for (const field of referenceFields(fields)) {
    const ofField = known.get(field) ?? new Map<string, DataRecord | null>();
    known.set(field, ofField);
    for (const id of wanted.get(field.ref?.entity as string) ?? []) {
      const target = targets.get(`${field.ref?.entity} ${id}`);
      if (target) ofField.set(id, field.expand ? pick(target, field.expand.fields) : null);
    }
  }
}

function referenceFields(fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields.flatMap((field) => (field.ref ? [field] : referenceFields(field.fields ?? [])));
}

type Expanding = { readonly known: Known; readonly issues: Issue[] };

function expandFields(
  expanding: Expanding,
  fields: readonly FieldModel[],
  holder: DataRecord,
  pointer: string,
): DataRecord {
  const expanded: Record<string, unknown> = { ...holder };
  for (const field of fields) {
    const at = `${pointer}/${field.name}`;
    if (refersToOne(field)) expandReference(expanding, field, expanded, at);
    else if (refersToMany(field) || field.fields)
      expanded[field.name] = expandValue(expanding, field, expanded[field.name], at);
  }
  return expanded;
}

function expandValue(expanding: Expanding, field: FieldModel, value: unknown, pointer: string): unknown {
  if (refersToMany(field) && Array.isArray(value))
    return value.map((entry, index) => expandEntry(expanding, field, entry, `${pointer}/${index}`));
  if (!field.fields) return value;
  if (Array.isArray(value)) return expandRows(expanding, field.fields, value, pointer);
  return isObject(value) ? expandFields(expanding, field.fields, value, pointer) : value;
}

function expandRows(
  expanding: Expanding,
  fields: readonly FieldModel[],
  rows: readonly unknown[],
  pointer: string,
): readonly unknown[] {
  return rows.map((row, index) =>
    isObject(row) ? expandFields(expanding, fields, row, `${pointer}/${index}`) : row,
  );
}

function expandReference(
  expanding: Expanding,
  field: FieldModel,
  holder: Record<string, unknown>,
  pointer: string,
): void {
  const id = holder[field.name];
  const found = isId(id) ? expanding.known.get(field)?.get(id) : undefined;
  if (isId(id) && found === undefined) expanding.issues.push(noSuch(field, pointer));
  if (field.expand) holder[field.expand.as] = found ?? null;
}

function expandEntry(expanding: Expanding, field: FieldModel, entry: unknown, pointer: string): unknown {
  const id = idOf(entry);
  // Entries of another type are refused by the schema; a text that is no id names no record either.
  if (typeof id !== 'string') return entry;
  const found = expanding.known.get(field)?.get(id);
  if (found === undefined) expanding.issues.push(noSuch(field, pointer));
  return found ?? { Id: id };
}

function noSuch(field: FieldModel, path: string): Issue {
  return {
    rule: `${field.id}.exists`,
    path,
    level: 'error',
    message: 'server.no-such-reference',
    params: { entity: `entity.${field.ref?.entity}` },
  };
}

const pick = (record: DataRecord, names: readonly string[]): DataRecord =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/** Malformed ids are refused by the schema, not looked up. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

function isObject(value: unknown): value is DataRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
