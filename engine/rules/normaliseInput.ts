import { kinds } from '../fields/registry.ts';
import { inListOrder } from '../query/choiceCodes.ts';
import type { DataRecord, EntityModel } from '../types/modelTypes.ts';
import { planOf } from './planOf.ts';
import type { FieldPlan } from './planTypes.ts';
import { patternOf } from './pointers.ts';
import { idOf, isRecord, type MutableRecord } from './values.ts';

export type NormalisedInput = {
  /** In stored shape: declared field names, references as ids, empty values as null. */
  readonly record: DataRecord;
  /** Dotted names that do not belong to the record. */
  readonly unknown: readonly string[];
};

/**
 * Converts a request body to declared shape: case-insensitive names, `Brand: { Id }` instead of `BrandId` if
 * that is absent, answer-only members dropped.
 */
export function normaliseInput(entity: EntityModel, body: DataRecord): NormalisedInput {
  const plan = planOf(entity);
  const unknown = new Set<string>();
  const record = normaliseMembers(body, plan.fields, unknown, '');
  const kept = { ...keptOverrides(plan, body), ...keptStash(plan, body) };
  return { record: { ...record, ...kept }, unknown: [...unknown] };
}

type Names = {
  readonly byName: ReadonlyMap<string, { readonly plan: FieldPlan; readonly expanded: boolean }>;
  /** Alternative names of fields, with the field of each. */
  readonly inputs: readonly (readonly [name: string, target: string])[];
};

const namesByFields = new WeakMap<readonly FieldPlan[], Names>();

function namesOf(fields: readonly FieldPlan[]): Names {
  const known = namesByFields.get(fields);
  if (known) return known;
  const names = new Map<string, { plan: FieldPlan; expanded: boolean }>();
  for (const plan of fields) if (plan.alias) names.set(plan.alias.toLowerCase(), { plan, expanded: true });
  for (const plan of fields) names.set(plan.field.name.toLowerCase(), { plan, expanded: false });
  const inputs = fields.flatMap(({ field: { name, inputFor } }) =>
    inputFor ? [[name, inputFor] as const] : [],
  );
  const found = { byName: names, inputs };
  namesByFields.set(fields, found);
  return found;
}

function normaliseMembers(
  body: DataRecord,
  fields: readonly FieldPlan[],
  unknown: Set<string>,
  prefix: string,
): MutableRecord {
  const { byName, inputs } = namesOf(fields);
  const record: MutableRecord = {};
  const expanded: [FieldPlan, unknown][] = [];
  for (const [name, value] of Object.entries(body)) {
    const found = byName.get(name.toLowerCase());
    if (!found) noteUnknown(unknown, prefix, name);
    else if (found.expanded) expanded.push([found.plan, value]);
    else takeValue(record, name, normaliseValue(found.plan, value, unknown), found.plan);
  }
  for (const [{ field }, value] of expanded) {
    if (record[field.name] === undefined && value !== undefined)
      record[field.name] = asId(field, referredTo(value));
  }
  for (const [name, target] of inputs) {
    const value = record[name];
    delete record[name];
    if (value !== undefined && record[target] === undefined) record[target] = value;
  }
  return record;
}

function noteUnknown(unknown: Set<string>, prefix: string, name: string): void {
  if (prefix !== '' || !extras.has(name)) unknown.add(prefix + name);
}

/** Of two spellings of a name, the declared one wins. */
function takeValue(record: MutableRecord, name: string, value: unknown, { field }: FieldPlan): void {
  if (name === field.name || record[field.name] === undefined) record[field.name] = value;
}

const extras = new Set(['$stash', '$overrides', '$localized']);

function normaliseValue(plan: FieldPlan, value: unknown, unknown: Set<string>): unknown {
  const { field, nested } = plan;
  // Several choices are never null, so that clearing them twice changes nothing.
  if (kinds[field.kind].elements === 'codes' && (value === null || value === '')) return [];
  if (value === '') return null;
  if (kinds[field.kind].elements === 'ids')
    return Array.isArray(value) ? value.map((entry) => asId(field, idOf(entry) ?? entry)) : value;
  if (kinds[field.kind].elements === 'codes')
    return Array.isArray(value) ? inListOrder(field, value.map(referredTo)) : value;
  const { canonical, written } = kinds[field.kind];
  // `08:30` for a stored `08:30:00` is no change.
  if (written && canonical && typeof value === 'string') return canonical(value);
  if (kinds[field.kind].isId || field.kind === 'choice') return asId(field, referredTo(value));
  const prefix = `${field.path}.`;
  if (field.kind === 'rows' && Array.isArray(value))
    return value.map((row) => (isRecord(row) ? normaliseRow(plan, row, unknown) : row));
  if (field.kind === 'object' && isRecord(value)) return normaliseMembers(value, nested, unknown, prefix);
  return value;
}

/** An object without an Id refers to nothing and must not clear the stored value: its type is refused. */
const referredTo = (value: unknown): unknown =>
  isRecord(value) && value.Id === undefined ? value : idOf(value);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids are stored and compared in lower case; some clients send upper case. */
function asId({ kind }: FieldPlan['field'], value: unknown): unknown {
  return kind !== 'choice' && typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : value;
}

/** Server-managed fields of rows that are records are dropped, as for any record. */
function normaliseRow({ field, nested }: FieldPlan, row: DataRecord, unknown: Set<string>): MutableRecord {
  const record = normaliseMembers(row, nested, unknown, `${field.path}.`);
  if (field.records) for (const inner of nested) if (inner.field.readOnly) delete record[inner.field.name];
  return record;
}

function keptStash(plan: ReturnType<typeof planOf>, { $stash }: DataRecord): DataRecord {
  if (!isRecord($stash)) return {};
  const ignored = new Set<string>();
  const entries = Object.entries($stash).flatMap(([pointer, value]) => {
    const target = plan.byPattern.get(patternOf(pointer));
    return target ? [[pointer, normaliseValue(target, value, ignored)] as const] : [];
  });
  return entries.length === 0 ? {} : { $stash: Object.fromEntries(entries) };
}

function keptOverrides(plan: ReturnType<typeof planOf>, { $overrides }: DataRecord): DataRecord {
  if (!Array.isArray($overrides)) return {};
  const known = $overrides.filter(
    (pointer) =>
      typeof pointer === 'string' && plan.byPattern.get(patternOf(pointer))?.value?.override === true,
  );
  return known.length === 0 ? {} : { $overrides: known };
}
