import type { FunctionCall } from './Evaluation.ts';
import { anyType, booleanType, type FunctionRecord, listType, needs, orCurrent } from './functionTypes.ts';
import { booleanOf, isDeepEqual } from './semantics.ts';

/** Tests for presence, and comparisons that tolerate missing values. */
export const presenceFunctions: readonly FunctionRecord[] = [
  {
    name: 'exists',
    parameters: [needs('value', 'any')],
    result: booleanType,
    isStrict: true,
    evaluate: ([value]) => value !== undefined,
    help: 'True when there is a value, even null or an empty text.',
  },
  {
    name: 'boolean',
    parameters: [orCurrent('value', 'any')],
    result: booleanType,
    isStrict: true,
    evaluate: ([value], call) => booleanOf(value, call.at),
    help: 'True unless the value is false, 0, null, or an empty text, list or object.',
  },
  {
    name: 'not',
    parameters: [orCurrent('value', 'any')],
    result: booleanType,
    isStrict: true,
    evaluate: ([value], call) => (value === undefined ? undefined : booleanOf(value, call.at) !== true),
    help: 'The opposite; nothing for a missing value.',
  },
  {
    name: 'has',
    parameters: [needs('value', 'any')],
    result: booleanType,
    evaluate: ([value]) => hasValue(value),
    help: 'True when there is a value: not missing, not null, no empty text, no empty list.',
  },
  {
    name: 'empty',
    parameters: [needs('value', 'any')],
    result: booleanType,
    evaluate: ([value]) => !hasValue(value),
    help: 'True when missing, null, an empty text or an empty list.',
  },
  {
    name: 'default',
    parameters: [needs('value', 'any'), needs('other', 'any')],
    result: ([value, other]) => (value?.kind === other?.kind && value ? value : anyType),
    evaluate: ([value, other]) => (hasValue(value) ? value : other),
    help: 'The value, or the other when there is none.',
  },
  {
    name: 'ne',
    parameters: [needs('a', 'any'), needs('b', 'any')],
    result: booleanType,
    evaluate: ([a, b], call) => isDifferent(a, b, call),
    help: 'True when the two differ; a missing value differs from every value.',
  },
  {
    name: 'list',
    parameters: [needs('value', 'any')],
    result: ([value]) => (value?.kind === 'list' ? value : listType(value ?? anyType)),
    evaluate: ([value]) => listOf(value),
    help: 'Always a list: of nothing, of the one value, or the list itself.',
  },
];

/** What people mean by "filled in". */
export function hasValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** Missing and null are equal here. */
function isDifferent(a: unknown, b: unknown, call: FunctionCall): boolean {
  const left = a ?? undefined;
  const right = b ?? undefined;
  if (left === undefined || right === undefined) return left !== right;
  return !isDeepEqual(left, right, call);
}

/** A missing value is an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
