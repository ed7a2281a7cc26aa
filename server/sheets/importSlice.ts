/** Takes a slice of an import's rows in one transaction. */
import {
  cellAddress,
  type DataRecord,
  type FieldModel,
  type FilterTree,
  type SheetRow,
  sameValue,
  type UniqueModel,
  uniqueKey,
} from '#engine';
import type { PlacedIssue } from '../errors/Refusal.ts';
import { notUnique } from '../operations/checkUnique.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { rememberingSession } from '../operations/rememberingSession.ts';
import { completeRecord } from '../operations/shapeRecord.ts';
import { storedField } from '../operations/storedFields.ts';
import { writeKeptHistory } from '../operations/writeHistory.ts';
import { cellValue } from './cellValue.ts';
import { findReferred } from './importFields.ts';
import { importLimits } from './importFile.ts';
import { rowFinding } from './importFindings.ts';
import type { NamedRecords } from './namedRecord.ts';
import { storedKey } from './sheetKeys.ts';
import type { SheetColumnOf } from './sheetLines.ts';
import { takeRow, type Uploaded } from './sheetRow.ts';

/** What holds for all slices of one pass over the file. */
export type ImportPass = {
  readonly entity: string;
  readonly columns: readonly SheetColumnOf[];
  readonly key: readonly string[];
  readonly only?: 'create' | 'update';
  readonly zone: string;
  readonly done: Uploaded;
  readonly named: NamedRecords;
  /** Key → row. */
  readonly seen: Map<string, number>;
  /** Values of uniques → row: other slices of a trial are rolled back, so the store does not know them. */
  readonly uniques: Map<string, number>;
  readonly pause: () => Promise<void>;
};

/** A record that a row wrote, with the stored values that it replaced; new ones have none. */
export type ImportedRecord = {
  readonly Row: number;
  readonly RecordId: string;
  readonly RecordRevision: number;
  readonly Previous: DataRecord | null;
};

type Taken = { readonly issues: readonly PlacedIssue[]; readonly written: readonly ImportedRecord[] };

export async function takeSlice(
  outer: WriteScope,
  pass: ImportPass,
  rows: readonly SheetRow[],
): Promise<Taken> {
  const { call } = outer;
  const plan = call.runtime.planOf(pass.entity);
  const session = rememberingSession(outer.session, call.runtime.model);
  const scope: WriteScope = { ...outer, session, history: [] };
  const sheet = { key: pass.key, names: {} };
  const before = await recordsOf(scope, plan, pass, rows);
  const complete = before.map((record) => completeRecord(call, plan, { ...record }));
  const stored = new Map(complete.map((record) => [storedKey(plan, sheet, record), record]));
  const issues: PlacedIssue[] = [];
  const touched: { readonly row: SheetRow; readonly id: string }[] = [];
  const onWritten = async (row: SheetRow, _previous: DataRecord | undefined, record: DataRecord) => {
    touched.push({ row, id: String(record.Id) });
    issues.push(...doubles(plan, pass, row, record));
  };
  const findingOf = (error: unknown) => rowFinding(call, error);
  const { columns, zone, named, seen, done, only } = pass;
  const work = {
    scope,
    plan,
    sheet,
    within: {},
    zone,
    named,
    seen,
    done,
    issues,
    stored,
    onWritten,
    findingOf,
  };
  for (const row of rows) {
    await takeRow({ ...work, find: findReferred, ...(only && { only }), lines: { columns, headed } }, row);
    await pass.pause();
  }
  await writeKeptHistory(scope);
  return { issues, written: await writtenOf(outer, plan, { before, touched }) };
}

/** Columns without a heading may be left out like any other. */
const headed = Array.from({ length: importLimits.columns }, () => true);

/** Rows whose records are looked up in one query. */
const lookedUp = 200;

/** The records that the rows may update. */
async function recordsOf(
  { session, call }: WriteScope,
  plan: EntityPlan,
  { key, columns }: ImportPass,
  rows: readonly SheetRow[],
): Promise<readonly DataRecord[]> {
  const { model } = call.runtime;
  const keys = key.flatMap((name) => columns.find(({ field }) => field.name === name) ?? []);
  if (keys.length === 0) return [];
  const found = new Map<string, DataRecord>();
  for (let from = 0; from < rows.length; from += lookedUp) {
    const wanted = rows
      .slice(from, from + lookedUp)
      .map((row) => keys.map((column) => cellValue({ model, ...column }, row.values[column.at] ?? null)));
    const { items } = await session.find({ entity: plan.entity.id, filter: namedBy(keys, wanted) });
    for (const item of items) found.set(String(item.Id), item);
  }
  return [...found.values()];
}

function namedBy(
  keys: readonly { readonly field: FieldModel }[],
  wanted: readonly (readonly unknown[])[],
): FilterTree {
  const [only] = keys;
  if (only && keys.length === 1)
    return among(only.field.name, [...new Set(wanted.map(([value]) => value))].filter(isValue));
  return { kind: 'or', of: wanted.flatMap((values) => sameAs(keys, values) ?? []) };
}

const isValue = (value: unknown): boolean => value !== null && value !== undefined;

function sameAs(keys: readonly { readonly field: FieldModel }[], values: readonly unknown[]) {
  return allOf(keys.map(({ field }, at) => equals(field.name, values[at])));
}

/** Values that an earlier row of the file has taken. */
function doubles(
  { entity, numbered }: EntityPlan,
  { uniques, columns }: ImportPass,
  row: SheetRow,
  record: DataRecord,
): readonly PlacedIssue[] {
  const isGiven = (name: string) =>
    columns.some(({ field, at }) => field.name === name && isValue(row.values[at]) && row.values[at] !== '');
  // A slice that is rolled back gives its numbers back, so the next slice of a trial gets the same ones.
  const assigned = new Set(numbered.map(({ name }) => name).filter((name) => !isGiven(name)));
  return entity.unique.flatMap((unique) => {
    if (unique.fields.some((name) => assigned.has(name))) return [];
    const key = uniqueOf(unique, record);
    const first = key === undefined ? undefined : uniques.get(key);
    if (key !== undefined && first === undefined) uniques.set(key, row.number);
    if (first === undefined || first === row.number) return [];
    const at = columns.find(({ field }) => unique.fields.includes(field.name))?.at ?? 0;
    return [{ ...notUnique(unique, record), cell: cellAddress(at, row.number) }];
  });
}

function uniqueOf({ id, fields, within }: UniqueModel, record: DataRecord): string | undefined {
  const values = [...within, ...fields].map((name) => record[name]);
  if (values.some((value) => !isValue(value))) return undefined;
  return `${id}\n${values.map((value) => uniqueKey(String(value))).join('\n')}`;
}

type Touched = {
  readonly before: readonly DataRecord[];
  readonly touched: readonly { readonly row: SheetRow; readonly id: string }[];
};

/** What the rows changed, from the stored records before and after. */
async function writtenOf(
  { session }: WriteScope,
  plan: EntityPlan,
  { before, touched }: Touched,
): Promise<readonly ImportedRecord[]> {
  const was = new Map(before.map((record) => [String(record.Id), record]));
  const now = await session.getMany(
    plan.entity.id,
    touched.map(({ id }) => id),
  );
  const is = new Map(now.map((record) => [String(record.Id), record]));
  return touched.flatMap(({ row, id }) => {
    const [old, record] = [was.get(id), is.get(id)];
    if (!record) return [];
    const Previous = old ? replaced(plan, old, record) : null;
    return [{ Row: row.number, RecordId: id, RecordRevision: Number(record.Revision), Previous }];
  });
}

function replaced({ stored }: EntityPlan, old: DataRecord, record: DataRecord): DataRecord {
  const entries = stored.flatMap((field) => {
    const [was, is] = [old, record].map((one) => storedField(stored, field, one) ?? null);
    return sameValue(was, is) || field.name === 'Revision' ? [] : [[field.name, was] as const];
  });
  return Object.fromEntries(entries);
}
