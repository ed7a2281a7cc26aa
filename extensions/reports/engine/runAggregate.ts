/** Aggregates over a data set, a region or a group; worked out once for each, however many rows ask. */
import { accumulator } from './aggregates.ts';
import { type Extent, type FormulaScope, scopeAt } from './formulaScope.ts';
import { type Aggregate, everyPart, type Formula } from './formulaTypes.ts';
import type { Row } from './types.ts';
import { type FormulaValue, sheetValue, VbError } from './vb/values.ts';

export type Run = (formula: Formula, scope: FormulaScope) => FormulaValue;

export function runAggregate(formula: Aggregate, scope: FormulaScope, run: Run): FormulaValue {
  const { name } = formula;
  if (name === 'inscope') return scope.extents.some((extent) => extent.name === formula.scope);
  // Depth in a hierarchy of a group in itself, of which none is read.
  if (name === 'level') return 0;
  if (name === 'previous') return previous(formula, scope, run);
  const onPage = formula.of?.kind === 'item' ? scope.saying.report?.pageItems : undefined;
  if (onPage && formula.of?.kind === 'item') {
    const total = accumulator(name === 'countrows' ? 'count' : name);
    for (const value of onPage.get(formula.of.name) ?? []) total.add(value);
    return total.value();
  }
  if (name === 'rownumber') return rowNumber(orderedExtent(formula, scope).rows, scope);
  if (name === 'runningvalue') return running(formula, scope, run);
  const { around, extent } = overOf(formula, scope);
  if (name === 'countrows') return extent.rows.length;
  const kept = valuesOf(extent.rows);
  const before = kept.get(formula);
  if (before !== undefined) return before;
  const value = over(formula, { ...around, extent }, run);
  kept.set(formula, value);
  return value;
}

const known = new WeakMap<readonly Row[], Map<Formula, FormulaValue>>();

function valuesOf(rows: readonly Row[]): Map<Formula, FormulaValue> {
  const kept = known.get(rows) ?? new Map<Formula, FormulaValue>();
  known.set(rows, kept);
  return kept;
}

type Over = { readonly around: FormulaScope; readonly extent: Extent };

/** The rows that are meant, and the scope that is around them: of another data set its own fields. */
function overOf({ scope: name }: Aggregate, scope: FormulaScope): Over {
  const { extents, saying } = scope;
  const at =
    name === undefined
      ? extents.length - 1
      : name === ''
        ? 0
        : extents.findLastIndex((one) => one.name === name);
  const extent = extents[at];
  if (extent) return { around: { ...scope, extents: extents.slice(0, at + 1) }, extent };
  const set = name ? saying.report?.sets.get(name) : undefined;
  if (!set) throw new VbError(`No scope ${name ?? ''}`);
  const own = { name: name ?? '', rows: set.rows };
  return { around: { saying, fields: set.fields, row: undefined, extents: [own] }, extent: own };
}

function over(
  { name, of }: Aggregate,
  { extent, ...around }: FormulaScope & { readonly extent: Extent },
  run: Run,
): FormulaValue {
  if (!of) return extent.rows.length;
  const total = accumulator(name);
  const inner = [...everyPart(of)].find((part) => part.kind === 'aggregate');
  if (inner?.kind !== 'aggregate') {
    // First looks no further than at the first row.
    const rows =
      name === 'first' ? extent.rows.slice(0, 1) : name === 'last' ? extent.rows.slice(-1) : extent.rows;
    for (const row of rows) total.add(run(of, scopeAt(around, { row, isDetail: true })));
    return total.value();
  }
  // An aggregate of aggregates has one value for each instance of the inner scope.
  for (const instance of instancesOf(extent, inner.scope, around, run)) {
    const extents = [...around.extents, { name: inner.scope ?? '', rows: instance, kind: 'group' as const }];
    total.add(run(of, scopeAt(around, { extents, row: instance[0], isDetail: false })));
  }
  return total.value();
}

const partitions = new WeakMap<readonly Row[], Map<string, readonly (readonly Row[])[]>>();

function instancesOf(
  { rows }: Extent,
  group: string | undefined,
  around: FormulaScope,
  run: Run,
): readonly (readonly Row[])[] {
  const by = group ? around.saying.report?.groups.get(group) : undefined;
  if (!group || !by) return [rows];
  const kept = partitions.get(rows) ?? new Map<string, readonly (readonly Row[])[]>();
  partitions.set(rows, kept);
  const before = kept.get(group);
  if (before) return before;
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(
      by.map((one) => sheetValue(run(one, scopeAt(around, { row, isDetail: true })))),
    );
    const instance = found.get(key);
    if (instance) instance.push(row);
    else found.set(key, [row]);
  }
  const instances = [...found.values()];
  kept.set(group, instances);
  return instances;
}

/** Rows in the order in which they are shown: of a data set those of the region. */
function orderedExtent({ scope: name }: Aggregate, { extents }: FormulaScope): Extent {
  const at = name === undefined ? extents.length - 1 : extents.findLastIndex((one) => one.name === name);
  const isOutermost = name === '' || (at === 0 && extents[1]?.kind === 'region');
  const extent = isOutermost ? (extents[1]?.kind === 'region' ? extents[1] : extents[0]) : extents[at];
  if (!extent) throw new VbError(`No scope ${name ?? ''}`);
  return extent;
}

const places = new WeakMap<readonly Row[], Map<Row, number>>();

function placeIn(rows: readonly Row[], row: Row | undefined): number | undefined {
  let numbers = places.get(rows);
  if (!numbers) {
    numbers = new Map(rows.map((one, index) => [one, index]));
    places.set(rows, numbers);
  }
  return row && numbers.get(row);
}

/** The last row that counts: the row itself, of a group the last of its instance. */
function reached(rows: readonly Row[], { row, isDetail, extents }: FormulaScope): number {
  const innermost = extents.at(-1)?.rows;
  const last = isDetail ? row : innermost === rows ? rows.at(-1) : innermost?.at(-1);
  return placeIn(rows, last) ?? rows.length - 1;
}

const rowNumber = (rows: readonly Row[], scope: FormulaScope): FormulaValue => reached(rows, scope) + 1;

const runs = new WeakMap<readonly Row[], Map<Formula, readonly FormulaValue[]>>();

function running(formula: Aggregate, scope: FormulaScope, run: Run): FormulaValue {
  const extent = orderedExtent(formula, scope);
  const { rows } = extent;
  const kept = runs.get(rows) ?? new Map<Formula, readonly FormulaValue[]>();
  runs.set(rows, kept);
  let values = kept.get(formula);
  if (!values) {
    const total = accumulator(formula.by ?? 'sum');
    const extents = scope.extents.slice(0, scope.extents.indexOf(extent) + 1);
    values = rows.map((row) => {
      if (formula.of) total.add(run(formula.of, scopeAt(scope, { extents, row, isDetail: true })));
      return total.value();
    });
    kept.set(formula, values);
  }
  return values[reached(rows, scope)] ?? null;
}

/** In a detail the row before, in a group the instance before; Nothing at the beginning. */
function previous({ of, scope: name }: Aggregate, scope: FormulaScope, run: Run): FormulaValue {
  const { extents, row, isDetail } = scope;
  const at = name === undefined ? extents.length - 1 : extents.findLastIndex((one) => one.name === name);
  const extent = extents[at];
  if (!extent || !of) throw new VbError(`No scope ${name ?? ''}`);
  const isRow = isDetail && (name === undefined || extent.kind !== 'group');
  if (isRow) {
    const place = placeIn(extent.rows, row);
    const before = place === undefined ? undefined : extent.rows[place - 1];
    return before ? run(of, { ...scope, row: before }) : null;
  }
  const { previous: rows } = extent;
  if (!rows) return null;
  const within = [...extents.slice(0, at), { ...extent, rows, previous: undefined }];
  return run(of, { ...scope, extents: within, row: rows[0], isDetail: false });
}
