/** Findings of an import at their cells: all are counted, the first are kept. */
import {
  cellAddress,
  formatMessage,
  type Issue,
  isBroken,
  kinds,
  refersToMany,
  refersToOne,
  type SheetRow,
  schemaIssue,
} from '#engine';
import { type PlacedIssue, Refusal, refusals } from '../errors/Refusal.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { withFewIssues } from '../rows/createFindings.ts';
import { WorkSpent } from '../work/WorkBudget.ts';
import { cellValue } from './cellValue.ts';
import type { SheetColumnOf } from './sheetLines.ts';

/** Beyond this number the whole file is considered wrong. */
const mostKept = 1000;

export type ImportFindings = {
  readonly add: (issues: readonly PlacedIssue[]) => void;
  /** There are so many that looking for more helps nobody. */
  readonly isFull: () => boolean;
  /** Throws when there are any. */
  readonly refuse: () => void;
};

export function createImportFindings(entity: string): ImportFindings {
  const kept: PlacedIssue[] = [];
  let count = 0;
  return {
    add: (issues) => {
      count += issues.length;
      kept.push(...issues.slice(0, Math.max(0, mostKept - kept.length)));
    },
    isFull: () => count >= mostKept,
    refuse: () => {
      if (count === 0) return;
      const few = withFewIssues(refusals.sheetRefused({ issues: kept, entity }));
      throw new Refusal(few.code, few.key, { ...few.details, findings: { kept, count } });
    },
  };
}

/** What is wrong with the cells of a row, as far as they say so by themselves. */
export function cellIssues(
  { runtime: { model, validators } }: OperationCall,
  columns: readonly SheetColumnOf[],
  row: SheetRow,
): readonly PlacedIssue[] {
  return columns.flatMap(({ field, at, notation, doubts }): readonly PlacedIssue[] => {
    const cell = row.values[at] ?? null;
    const address = cellAddress(at, row.number);
    // These are reported when the row is taken.
    if (isBroken(cell) || doubts.has(address) || refersToOne(field) || refersToMany(field)) return [];
    const value = cellValue({ model, field, notation }, cell);
    if (value === null || kinds[field.kind].day === 'moment') return [];
    const pointer = `/${field.name}`;
    const isUnknown = field.lookup !== undefined && !isItem(model.lookups.get(field.lookup)?.items, value);
    const failures = isUnknown
      ? [{ path: '', keyword: 'enum', params: {} }]
      : (validators[field.entity]?.[field.path]?.(value) ?? []);
    return failures.map((failure) => ({ ...schemaIssue(field, pointer, failure), cell: address }));
  });
}

function isItem(items: readonly { readonly Id: unknown }[] | undefined, value: unknown): boolean {
  const known = new Set(items?.map(({ Id }) => Id));
  return [value].flat().every((one) => known.has(one));
}

/** A refused row as a finding; undefined for errors that are not about the row. */
export function rowFinding(
  { runtime: { model }, locale }: OperationCall,
  error: unknown,
): Pick<PlacedIssue, keyof Issue> | undefined {
  if (!(error instanceof Refusal) || error instanceof WorkSpent || error.status >= 500) return undefined;
  if (error.key === refusals.declarationsChanged().key) return undefined;
  const { issues = [], params = {} } = error.details;
  if (issues.length > 0) return undefined;
  if (error.code !== 'confirmation-required')
    return { rule: error.key, path: '', level: 'error', message: error.key, params };
  const question = formatMessage(model, locale, error.key, params);
  return { rule: error.key, path: '', level: 'error', message: 'bulk.asks', params: { question } };
}
