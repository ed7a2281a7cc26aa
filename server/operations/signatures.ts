/** Signatures: the server sets their moment and account when they change, and keeps all others as they are. */
import { type DataRecord, type FieldModel, kinds, partsOfSignature, writeSignature } from '#engine';
import { type EntityPlan, someField } from './EntityPlan.ts';
import type { OperationCall } from './OperationCall.ts';

type Signing = (value: string, field: FieldModel, before: readonly unknown[]) => unknown;
type By = Pick<OperationCall, 'user' | 'now'>;

/** Whether the field is a signature, or holds some. */
export const isSigned = (field: FieldModel): boolean =>
  someField([field], ({ kind }) => kinds[kind].isSigned === true);

/** The record with the moment of this call on each new signature, whatever moment was sent. */
export function stampSignatures(
  { user, now }: By,
  { signed }: EntityPlan,
  { next, previous }: { readonly next: DataRecord; readonly previous?: DataRecord | undefined },
): DataRecord {
  const stashed = Object.values(isRecord(previous?.$stash) ? previous.$stash : {});
  const account = user.Id === '' ? '' : user.UserName;
  const sign = (value: string): string => {
    const parts = partsOfSignature(value);
    return parts ? writeSignature({ ...parts, moment: now, account }) : value;
  };
  const keep: Signing = (value, { name }, before) => {
    const isKept = stashed.includes(value) || before.some((one) => isRecord(one) && one[name] === value);
    return isKept ? value : sign(value);
  };
  const record = within(signed, next, [previous], keep);
  if (!isRecord(next.$stash)) return record;
  // Stashed values may be restored later; a field that no longer applies brings its own.
  const known = new Set(previous === undefined ? [] : [...stashed, ...textsIn(signed, previous)]);
  const names = new Set(signed.flatMap(namesIn));
  const stash = Object.entries(next.$stash).map(([pointer, value]) => {
    const isNew =
      typeof value === 'string' && names.has(pointer.split('/').at(-1) ?? '') && !known.has(value);
    return [pointer, isNew ? sign(value) : value] as const;
  });
  return { ...record, $stash: Object.fromEntries(stash) };
}

/** A copy is not signed. */
export const withoutSignatures = ({ signed }: EntityPlan, record: DataRecord): DataRecord =>
  within(signed, record, [], () => null);

/** For the history: who signed and when, not the drawing. */
export function withoutDrawing(field: FieldModel | undefined, value: unknown): unknown {
  if (!field || !isSigned(field)) return value;
  return within([field], { [field.name]: value }, [], (text) => {
    const parts = partsOfSignature(text);
    return parts ? writeSignature({ ...parts, drawing: '' }) : text;
  })[field.name];
}

/** The holder with its signatures changed; `before` are records that may have been it. */
function within(
  fields: readonly FieldModel[],
  holder: DataRecord,
  before: readonly unknown[],
  change: Signing,
): DataRecord {
  if (fields.length === 0) return holder;
  const record: Record<string, unknown> = { ...holder };
  for (const field of fields) {
    const value = record[field.name];
    const earlier = before.map((one) => (isRecord(one) ? one[field.name] : undefined));
    const inner = field.fields?.filter(isSigned) ?? [];
    if (typeof value === 'string' && kinds[field.kind].isSigned)
      record[field.name] = change(value, field, before);
    else if (inner.length > 0 && Array.isArray(value))
      record[field.name] = value.map((row) =>
        isRecord(row) ? within(inner, row, sameRows(row, earlier.flat()), change) : row,
      );
    else if (inner.length > 0 && isRecord(value)) record[field.name] = within(inner, value, earlier, change);
  }
  return record;
}

/** The row as it was; without an Id, any row may have been it. */
function sameRows({ Id }: DataRecord, rows: readonly unknown[]): readonly unknown[] {
  const same = typeof Id === 'string' ? rows.filter((row) => isRecord(row) && row.Id === Id) : [];
  return same.length > 0 ? same : rows.filter((row) => isRecord(row) && row.Id === undefined);
}

function textsIn(fields: readonly FieldModel[], record: DataRecord): readonly string[] {
  const found: string[] = [];
  within(fields, record, [], (value) => {
    found.push(value);
    return value;
  });
  return found;
}

const namesIn = ({ name, fields = [] }: FieldModel): readonly string[] => [name, ...fields.flatMap(namesIn)];

const isRecord = (value: unknown): value is DataRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
