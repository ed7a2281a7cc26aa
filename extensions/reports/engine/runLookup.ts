/** Lookup, LookupSet and MultiLookup: rows of another data set by a value, found by an index that is made once. */
import { type FormulaScope, scopeAt } from './formulaScope.ts';
import type { Formula, LookupFormula } from './formulaTypes.ts';
import type { Run } from './runAggregate.ts';
import type { Row } from './types.ts';
import { toArray } from './vb/convert.ts';
import { type FormulaValue, mostMembers, sheetValue, VbError } from './vb/values.ts';

export function runLookup(formula: LookupFormula, scope: FormulaScope, run: Run): FormulaValue {
  const set = scope.saying.report?.sets.get(formula.set);
  if (!set) throw new VbError(`No data set ${formula.set}`);
  const around: FormulaScope = {
    ...{ saying: scope.saying, fields: set.fields, row: undefined, isDetail: true },
    extents: [{ name: formula.set, rows: set.rows }],
  };
  const index = indexOf(formula.destination, around, run);
  const resultOf = (row: Row | undefined) => (row ? run(formula.result, scopeAt(around, { row })) : null);
  const source = run(formula.source, scope);
  if (formula.name === 'multilookup')
    return toArray(source).map((one) => resultOf(index.get(keyOf(one))?.[0]));
  const rows = index.get(keyOf(source)) ?? [];
  return formula.name === 'lookup' ? resultOf(rows[0]) : rows.slice(0, mostMembers).map(resultOf);
}

type Index = ReadonlyMap<string, readonly Row[]>;

const known = new WeakMap<readonly Row[], Map<Formula, Index>>();

function indexOf(destination: Formula, around: FormulaScope, run: Run): Index {
  const rows = around.extents[0]?.rows ?? [];
  const kept = known.get(rows) ?? new Map<Formula, Index>();
  known.set(rows, kept);
  const before = kept.get(destination);
  if (before) return before;
  const index = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(run(destination, scopeAt(around, { row })));
    const found = index.get(key);
    if (found) found.push(row);
    else index.set(key, [row]);
  }
  kept.set(destination, index);
  return index;
}

/** The number 1 is not the text "1". */
const keyOf = (value: FormulaValue): string => JSON.stringify(sheetValue(value));
