/** Parses aggregates and lookups, whose scope is part of their syntax. */
import { FormulaError } from './FormulaError.ts';
import { everyPart, type Formula, type FormulaReading } from './formulaTypes.ts';

/** Aggregates of a value in every row. */
const plainAggregates: ReadonlySet<string> = new Set([
  ...[
    'sum',
    'avg',
    'min',
    'max',
    'count',
    'countdistinct',
    'first',
    'last',
    'stdev',
    'stdevp',
    'var',
    'varp',
  ],
]);

/** Functions of their position. */
const placed: ReadonlySet<string> = new Set(['countrows', 'rownumber', 'inscope', 'level']);

const lookups: ReadonlySet<string> = new Set(['lookup', 'lookupset', 'multilookup']);

export const isAggregateName = (name: string): boolean =>
  plainAggregates.has(name) ||
  placed.has(name) ||
  lookups.has(name) ||
  name === 'runningvalue' ||
  name === 'previous';

export function readAggregate(reader: FormulaReading, name: string): Formula {
  reader.cursor.expect('(');
  if (lookups.has(name)) return lookup(reader, name as 'lookup');
  if (name === 'runningvalue') return running(reader);
  const operands = reader.operands();
  const [of, scope] = placed.has(name) ? [undefined, operands[0]] : operands;
  const most = placed.has(name) ? 1 : name === 'first' || name === 'last' || name === 'previous' ? 2 : 3;
  if (operands.length > most || (!placed.has(name) && !of)) throw broken(name);
  if (of && name !== 'previous') refuseOrdered(of);
  return { kind: 'aggregate', name, of, scope: scopeOf(name, scope) };
}

const broken = (name: string): FormulaError => new FormulaError('report.formula.broken', name);

/** What depends on the order of rows is no part of an aggregate. */
function refuseOrdered(of: Formula): void {
  for (const part of everyPart(of))
    if (part.kind === 'aggregate' && ['runningvalue', 'rownumber', 'previous'].includes(part.name))
      throw new FormulaError('report.formula.unknown', `${part.name} in an aggregate`);
}

/** `Nothing` is the outermost scope. */
function scopeOf(name: string, scope: Formula | undefined): string | undefined {
  if (!scope) return undefined;
  if (scope.kind !== 'value') throw broken(name);
  if (typeof scope.value === 'string') return scope.value;
  if (scope.value === null) return '';
  throw broken(name);
}

/** `RunningValue(Fields!Net.Value, Sum, "Region")`. */
function running(reader: FormulaReading): Formula {
  const { cursor } = reader;
  const of = reader.whole();
  cursor.expect(',');
  const by = cursor.word().toLowerCase();
  if (!plainAggregates.has(by)) throw broken('RunningValue');
  const scope = cursor.takes(',') ? reader.whole() : undefined;
  cursor.expect(')');
  refuseOrdered(of);
  return { kind: 'aggregate', name: 'runningvalue', of, by, scope: scopeOf('RunningValue', scope) };
}

function lookup(reader: FormulaReading, name: 'lookup' | 'lookupset' | 'multilookup'): Formula {
  const [source, destination, result, set, ...more] = reader.operands();
  const isWhole = source && destination && result && set?.kind === 'value' && typeof set.value === 'string';
  if (!isWhole || more.length > 0) throw broken(name);
  return { kind: 'lookup', name, source, destination, result, set: String(set.value) };
}
