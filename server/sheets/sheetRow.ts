/** Takes one row of a spreadsheet: matches its record, reads its cells, writes it; findings at their cells. */
import {
  cellAddress,
  type DataRecord,
  type FieldModel,
  holdsFiles,
  isBroken,
  isFilled,
  kinds,
  momentFrom,
  momentIn,
  refersToMany,
  refersToOne,
  type SheetModel,
  type SheetRow,
  sameValue,
  shownText,
} from '#engine';
import { type PlacedIssue, Refusal } from '../errors/Refusal.ts';
import { createWithin } from '../operations/createRecord.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { WriteScope } from '../operations/OperationCall.ts';
import { idsIn } from '../operations/storedFields.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import { cellValue } from './cellValue.ts';
import { heldEntry, namedEntries } from './namedEntries.ts';
import { namedFile } from './namedFile.ts';
import { type NamedRecords, namedPerson, namedRecord } from './namedRecord.ts';
import { keyCells, rowKey } from './sheetKeys.ts';
import type { SheetColumnOf, SheetLines } from './sheetLines.ts';

/** What a file did to the records. `Removed`: only for files that replace the whole list. */
export type Uploaded = { Created: number; Updated: number; Unchanged: number; Removed?: number };

/** The rows of one transaction. */
export type RowWork = {
  readonly scope: WriteScope;
  readonly plan: EntityPlan;
  readonly sheet: RowSheet;
  /** Field values of every record. */
  readonly within: DataRecord;
  /** The person's time zone, in which cells state moments. */
  readonly zone: string;
  readonly lines: Pick<SheetLines, 'columns' | 'headed'>;
  /** By key: the records that the rows may update. */
  readonly stored: ReadonlyMap<string, DataRecord>;
  readonly named: NamedRecords;
  /** Key → the first row that has it. */
  readonly seen: Map<string, number>;
  readonly issues: PlacedIssue[];
  readonly done: Uploaded;
  /** How a cell finds its record; absent: as the form offers it. */
  readonly find?: typeof namedRecord;
  /** Rows may not create records, or not update any. */
  readonly only?: 'create' | 'update';
  /** Turns a refused write into a finding of its row; undefined ends the file. */
  readonly findingOf?: (error: unknown) => PlacedIssue | undefined;
  /** After each written record, with what it was before. */
  readonly onWritten?: (row: SheetRow, previous: DataRecord | undefined, record: DataRecord) => Promise<void>;
};

/** Without a key, every row is a new record. */
type RowSheet = Pick<SheetModel, 'names'> & { readonly key: readonly string[] };

export async function takeRow(work: RowWork, row: SheetRow): Promise<void> {
  const { plan, sheet, stored, done, issues, within } = work;
  const keys = keyCells(work.lines, sheet, row);
  const name = keys
    .map(({ cell }) => shownText(cell))
    .filter((text) => text !== '')
    .join(', ');
  const [first] = sheet.key;
  const place = { row, path: first === undefined ? '' : `/${first}` };
  const beyond = row.values.findIndex((cell, at) => isFilled(cell) && !work.lines.headed[at]);
  if (beyond >= 0) {
    const params = { text: shownText(row.values[beyond]).slice(0, 40) };
    issues.push(issueAt(cellAddress(beyond, row.number), 'sheet.beyond-heading', params));
    return;
  }
  for (const { name: path, cell } of keys)
    if (isBroken(cell))
      return note(work, { row, path: `/${path}` }, `sheet.cell-${cell.reason}`, { text: cell.text });
  if (first && shownText(keys[0]?.cell).trim() === '' && plan.entity.fieldByPath.get(first)?.required)
    return note(work, place, 'sheet.key-empty', { title: { message: labelOf(work, first) } });
  const key = rowKey(work.scope.call.runtime.model, work.lines, keys);
  const before = first && work.seen.get(key);
  if (before !== undefined) return note(work, place, 'sheet.key-twice', { name: name || '—', row: before });
  if (first) work.seen.set(key, row.number);
  const previous = first === undefined ? undefined : stored.get(key);
  if (work.only === (previous ? 'create' : 'update'))
    return note(work, place, previous ? 'import.exists' : 'import.not-there', { name: name || '—' });
  const count = issues.length;
  const input = await inputOf(work, row, previous);
  if (issues.length > count) return;
  if (previous && Object.keys(input).length === 0) {
    done.Unchanged += 1;
    return;
  }
  try {
    const record = previous
      ? await updateWithin(work.scope, plan, { id: String(previous.Id), input, within })
      : await createWithin(work.scope, plan, { ...input, ...within });
    await work.onWritten?.(row, previous, record);
    done[previous ? 'Updated' : 'Created'] += 1;
  } catch (error) {
    issues.push(...issuesOf(work, row, error));
  }
}

/** What the row changes in the stored record; for a new one its values, with defaults for the rest. */
async function inputOf(work: RowWork, row: SheetRow, previous: DataRecord | undefined): Promise<DataRecord> {
  const { scope, plan, lines, within } = work;
  const { model } = scope.call.runtime;
  const input: Record<string, unknown> = {};
  const draft: Record<string, unknown> = { ...previous, ...within };
  for (const column of lines.columns) {
    const { field, at, notation } = column;
    const cell = row.values[at] ?? null;
    const doubt = doubtOf(column, row);
    if (doubt) {
      note(work, { row, path: `/${field.name}` }, ...doubt);
      continue;
    }
    let value = cellValue({ model, field, notation }, cell);
    if (kinds[field.kind].day === 'moment') value = momentOf(value, previous?.[field.name], work.zone);
    if (refersToMany(field) && typeof value === 'string') {
      const ids = await idsNamed(work, row, { field, text: value, draft, previous });
      if (!ids) continue;
      value = ids;
    } else if (refersToOne(field) && typeof value === 'string') {
      const wanted = { field, name: value, by: work.sheet.names[field.name], draft };
      const found = await finderOf(work, field)(scope, plan, wanted, work.named);
      if (!found || found === 'several') {
        note(work, { row, path: `/${field.name}` }, misnamed(field, found !== undefined), { name: value });
        continue;
      }
      value = found.Id;
      if (field.expand) draft[field.expand.as] = found;
    } else if (field.expand && value === null) draft[field.expand.as] = null;
    draft[field.name] = value;
    // A matching key keeps its stored spelling.
    const isKey = previous && work.sheet.key.includes(field.name);
    const isNew = previous ? !isKey && !sameValue(value ?? null, storedOf(field, previous)) : value !== null;
    if (isNew) input[field.name] = value;
  }
  return input;
}

type Naming = {
  readonly field: FieldModel;
  readonly text: string;
  readonly draft: DataRecord;
  readonly previous: DataRecord | undefined;
};

/** The records that a cell names; undefined if a name is noted as wrong. */
async function idsNamed(
  work: RowWork,
  row: SheetRow,
  { field, text, draft, previous = {} }: Naming,
): Promise<readonly unknown[] | undefined> {
  const by = [work.sheet.names[field.name] ?? 'Name'].flat();
  const find = finderOf(work, field);
  const found = await namedEntries(text, (name) => {
    const held = heldEntry(field, previous, { name, by });
    const own = { ...draft, [field.expand?.as ?? field.name]: held };
    return find(work.scope, work.plan, { field, name, by, draft: own }, work.named);
  });
  if (!found.wrong) return found.records.map(({ Id }) => Id);
  const { name, isSeveral } = found.wrong;
  note(work, { row, path: `/${field.name}` }, misnamed(field, isSeveral), { name });
  return undefined;
}

function finderOf({ find = namedRecord }: RowWork, field: FieldModel): typeof namedRecord {
  if (holdsFiles(field)) return namedFile;
  return field.account ? namedPerson : find;
}

/** The message about a cell that names nothing, or several. */
function misnamed(field: FieldModel, isSeveral: boolean): string {
  if (holdsFiles(field)) return isSeveral ? 'sheet.several-files' : 'sheet.no-such-file';
  return isSeveral ? 'sheet.several-records' : 'sheet.no-such-record';
}

/** As a cell is read: references without what answers show of them. */
const storedOf = (field: FieldModel, previous: DataRecord): unknown =>
  refersToMany(field) ? idsIn(previous[field.name] ?? []) : (previous[field.name] ?? null);

/** Why a cell has no usable value, as opposed to being empty. */
function doubtOf(column: SheetColumnOf, row: SheetRow): [string, PlacedIssue['params']] | undefined {
  const cell = row.values[column.at];
  if (isBroken(cell)) return [`sheet.cell-${cell.reason}`, { text: cell.text }];
  if (column.doubts.size === 0) return undefined;
  const doubt = column.doubts.get(cellAddress(column.at, row.number));
  if (!doubt) return undefined;
  const { text, other } = doubt;
  return other
    ? ['sheet.number-otherwise', { text, other: other.text, cell: other.cell }]
    : ['sheet.number-doubtful', { text }];
}

/** Cells have seconds, the store milliseconds: keep the stored moment when both look the same. */
function momentOf(value: unknown, stored: unknown, zone: string): unknown {
  if (typeof value !== 'string') return value;
  if (typeof stored === 'string' && momentIn(stored, zone) === value.replace(' ', 'T')) return stored;
  return momentFrom(value, zone) ?? value;
}

const told: ReadonlySet<string> = new Set(['validation', 'conflict', 'in-use']);

/** The findings of a write, each at its cell; other errors end the upload. */
function issuesOf(work: RowWork, row: SheetRow, error: unknown): readonly PlacedIssue[] {
  const own = work.findingOf?.(error);
  if (own) return [{ ...own, cell: cellFor(work, row, own.path) }];
  if (!(error instanceof Refusal) || !told.has(error.code)) throw error;
  const { issues = [], params = {} } = error.details;
  if (issues.length > 0) return issues.map((issue) => ({ ...issue, cell: cellFor(work, row, issue.path) }));
  const cell = cellFor(work, row, '');
  return [{ rule: error.key, path: '', level: 'error', message: error.key, params, cell }];
}

type RowPlace = { readonly row: SheetRow; readonly path: string };

function note(work: RowWork, { row, path }: RowPlace, message: string, params: PlacedIssue['params']): void {
  work.issues.push(issueAt(cellFor(work, row, path), message, params, path));
}

function issueAt(cell: string, message: string, params: PlacedIssue['params'], path = ''): PlacedIssue {
  return { rule: message, path, level: 'error', message, params, cell };
}

/** Findings without a column go to the key cell. */
function cellFor(work: RowWork, row: SheetRow, path: string): string {
  const at = columnOf(work, path.split('/')[1] ?? '');
  const shown = at >= 0 ? at : columnOf(work, firstNamed(work));
  return cellAddress(Math.max(shown, 0), row.number);
}

/** The field that says which record a row is about. */
const firstNamed = ({ sheet, plan }: RowWork): string => sheet.key[0] ?? plan.entity.labelField;

function columnOf({ lines }: RowWork, name: string): number {
  return lines.columns.find(({ field }) => field.name === name)?.at ?? -1;
}

function labelOf({ plan }: RowWork, name: string): string {
  return plan.entity.fieldByPath.get(name)?.label ?? name;
}
