/** Referenced records: every reference in a form gets the expansion that answers have. */

import { everyId } from '../model/everyId.ts';
import { refersToMany } from '../query/refersToOne.ts';
import { expansionRecord } from '../rules/expansionRecord.ts';
import { aliasOf, readField, writeField } from '../rules/places.ts';
import type { FieldPlan } from '../rules/planTypes.ts';
import { cleaned, idOf, isEmpty, isRecord } from '../rules/values.ts';
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';
import { cellValue, placeOf } from './cells.ts';
import type { Cell, FormCore, KnownRecords, Wanted } from './FormCore.ts';

/** An empty cache of records. */
export function createKnownRecords(): KnownRecords {
  return { records: new Map(), asked: new Set(), wanted: new Map(), running: new Set() };
}

/** The known part of the record with this id; missing members are requested. */
export function referredRecord(
  core: FormCore,
  { field, options }: FieldPlan,
  id: unknown,
  given?: DataRecord,
): DataRecord | undefined {
  if (field.lookup !== undefined)
    return given ?? core.context.model.lookups.get(field.lookup)?.items.find((item) => item.Id === id);
  const entity = field.ref?.entity;
  if (field.ref?.all && id === everyId) return given ?? { Id: id };
  if (entity === undefined || !field.expand || typeof id !== 'string') return given;
  const key = keyOf(entity, id);
  const before = core.known.records.get(key) ?? ownerRecord(core, field, id);
  const record = before && given ? { ...before, ...given } : (given ?? before);
  if (record && isWhole(field, record)) core.known.records.set(key, record);
  else if (core.options.loadOptions && !core.known.asked.has(key))
    want(core, { entity, find: options?.find ?? field.ref?.find }, id);
  return record;
}

/** The form's value of a list of references, given as records or ids. */
export function referredEntries(core: FormCore, { plan }: Cell, value: unknown, before: unknown) {
  const { field } = plan;
  if (!Array.isArray(value)) return cleaned(value);
  const held = new Map(
    (Array.isArray(before) ? before : []).filter(isRecord).map((entry) => [entry.Id, entry]),
  );
  return value.map((given) => {
    const id = idOf(given);
    if (id === undefined || id === null) return given;
    const entry = held.get(id);
    const more = isRecord(given) ? given : undefined;
    if (entry && !(more && adds(field, more, entry))) return entry;
    return kept(field, referredRecord(core, plan, id, more) ?? { Id: id });
  });
}

/** Whether a record has displayed members that the current entry lacks. */
function adds({ expand }: FieldModel, given: DataRecord, held: DataRecord): boolean {
  return expand?.fields.some((name) => !Object.hasOwn(held, name) && !isEmpty(given[name])) === true;
}

/** The expanded object as expressions see it. */
export function kept(field: FieldModel, record: DataRecord): unknown {
  return cleaned(expansionRecord(record, field.expand?.fields ?? []));
}

/** Completes the reference of a new cell; `raw` is the expanded object as given, if any. */
export function completeCell(core: FormCore, cell: Cell, raw: unknown): void {
  const { root } = placeOf(core, cell.row);
  const value = readField(root, cell.plan);
  if (value === undefined) return;
  if (refersToMany(cell.plan.field)) {
    writeField(root, cell.plan, referredEntries(core, cell, value, undefined));
    return;
  }
  const alias = aliasOf(cell.plan);
  if (!alias) return;
  const given = isRecord(raw) && raw.Id === value ? raw : undefined;
  cell.chosen = referredRecord(core, cell.plan, value, given);
  writeField(root, alias, cell.chosen && kept(cell.plan.field, cell.chosen));
}

/** Completes a cell of a loaded record: if an answer expands a reference, the expansion is complete. */
export function completeLoaded(core: FormCore, cell: Cell, raw: unknown): void {
  const { field } = cell.plan;
  if (refersToMany(field)) {
    const value = cellValue(core, cell);
    if (Array.isArray(value) && value.some((entry) => isBare(field, entry))) completeCell(core, cell, raw);
  } else if (raw === undefined) completeCell(core, cell, raw);
  else if (isRecord(raw)) cell.chosen = raw;
}

/** Only an id where answers have more. */
function isBare(field: FieldModel, entry: unknown): boolean {
  if (!isRecord(entry)) return true;
  return Object.keys(entry).length === 1 && field.expand?.fields.some((name) => name !== 'Id') === true;
}

/** Queued until the end of the step, when everything missing is requested together. */
function want({ known: { wanted } }: FormCore, from: Omit<Wanted, 'ids'>, id: string): void {
  const key = `${from.entity} ${from.find ?? ''}`;
  const known = wanted.get(key) ?? { ...from, ids: new Set<string>() };
  known.ids.add(id);
  wanted.set(key, known);
}

/** The cache key of a record. */
export function keyOf(entity: string, id: unknown): string {
  return `${entity} ${id}`;
}

function isWhole({ expand }: FieldModel, record: DataRecord): boolean {
  return expand?.fields.every((name) => Object.hasOwn(record, name.split('.')[0] ?? '')) ?? true;
}

/** The owner is available already. */
function ownerRecord({ context }: FormCore, { ref }: FieldModel, id: string): DataRecord | undefined {
  return ref?.owner && context.owner?.Id === id ? context.owner : undefined;
}
