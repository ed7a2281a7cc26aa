/** Runs checked steps over values, and adds the parts up. */
import { type Decimal, plus, readDecimal, roundHalfUp, writeDecimal } from '#engine';
import type { ReadyStep } from './checkSteps.ts';
import { isDecimal, type StepSource, type StepValue } from './exactTree.ts';
import { StepError } from './StepError.ts';
import { cellKey, type LookUp, type StepBook, type StepResult } from './types.ts';

export type StepValues = {
  /** By operand name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The choice, `$plan`. */
  readonly choice?: string;
};

export type StepsOutcome = {
  readonly results: readonly StepResult[];
  /** Exact sums by part. */
  readonly parts: ReadonlyMap<string, Decimal>;
};

/** Everything that comes of the values, step by step; throws `StepError` at the first that gives nothing. */
export function runSteps(ready: readonly ReadyStep[], book: StepBook, given: StepValues): StepsOutcome {
  const values = new Map<string, StepValue>();
  const parts = new Map<string, Decimal>();
  const results: StepResult[] = [];
  const index = indexOf(book);
  let asked: StepResult['lookUps'][number][] = [];
  const source: StepSource = {
    operand: (name) => stepValue(given.values[name]),
    variable: (name) => (name === book.choice ? given.choice : values.get(name)),
    lookUp: (kind, name) => {
      const { keys, value } = lookUp(index, given, { kind, name });
      asked.push({ kind, name, keys, value });
      return readDecimal(value);
    },
  };
  for (const one of ready) {
    asked = [];
    const { exact, value } = stepValueOf(one, source);
    values.set(one.step.name, value);
    results.push(resultOf(one, { exact, value, lookUps: asked }));
    const { part } = one.step;
    if (part && isDecimal(value)) parts.set(part, plus(parts.get(part) ?? { digits: 0n, scale: 0 }, value));
  }
  return { results, parts };
}

/** The value of one step, rounded as it says. */
export function stepValueOf({ step, run }: ReadyStep, source: StepSource) {
  try {
    const exact = run(source);
    if (exact === undefined) throw new StepError('missing', { name: step.name });
    const isRounded = step.scale !== undefined && isDecimal(exact);
    return { exact, value: isRounded ? roundHalfUp(exact, step.scale as number) : exact };
  } catch (error) {
    if (error instanceof StepError) error.step ||= step.name;
    throw error;
  }
}

type Outcome = {
  readonly exact: StepValue;
  readonly value: StepValue;
  readonly lookUps: StepResult['lookUps'];
};

function resultOf({ step: { name, part } }: ReadyStep, { exact, value, lookUps }: Outcome): StepResult {
  const after = written(value);
  const before = exact === value ? after : written(exact);
  return {
    name,
    value: after,
    exact: before === after ? undefined : String(before),
    part: part || undefined,
    lookUps,
  };
}

const written = (value: StepValue): string | boolean =>
  isDecimal(value) ? writeDecimal(value) : (value ?? '');

/** What comes over the wire or from a list, as steps read it; empty is missing. */
export function stepValue(value: unknown): StepValue {
  if (typeof value === 'number') return readDecimal(String(value));
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

type LookUpIndex = ReadonlyMap<string, readonly LookUp[]>;

/** Every price asks for it, and what a book lists never changes. */
const indexes = new WeakMap<readonly LookUp[], LookUpIndex>();

/** Look-ups by kind and name. */
export function indexOf({ lookUps }: Pick<StepBook, 'lookUps'>): LookUpIndex {
  const known = indexes.get(lookUps);
  if (known) return known;
  const index = new Map<string, LookUp[]>();
  for (const one of lookUps) {
    const key = cellKey([one.kind, one.name]);
    const same = index.get(key);
    if (same) same.push(one);
    else index.set(key, [one]);
  }
  indexes.set(lookUps, index);
  return index;
}

type Asked = { readonly kind: string; readonly name: string };

/** The one of the choice comes before the one of all. */
export function chosen(index: LookUpIndex, { kind, name }: Asked, choice: string | undefined) {
  const all = index.get(cellKey([kind, name])) ?? [];
  return all.find(({ under }) => under !== undefined && under === choice) ?? all.find(({ under }) => !under);
}

function lookUp(index: LookUpIndex, { values, choice }: StepValues, asked: Asked) {
  const found = chosen(index, asked, choice);
  if (!found) throw new StepError('cell', { kind: asked.kind, name: asked.name, keys: choice ?? '' });
  const keys = found.keys.map((key) => {
    const value = values[key];
    if (value === undefined || value === null || value === '') throw new StepError('missing', { name: key });
    return String(value);
  });
  const value = found.cells.get(cellKey(keys));
  if (value === undefined)
    throw new StepError('cell', { kind: asked.kind, name: asked.name, keys: keys.join(', ') });
  return { keys, value };
}
