/** jsonata's rules for single values; missing is `undefined`, and null is a value. */
import { type FunctionCall, Wrapped } from './Evaluation.ts';
import { ExpressionError } from './ExpressionError.ts';
import { expressionLimits } from './tree.ts';

/** A finite number; throws for infinity. */
export function isNumeric(value: unknown, at: number): value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) return false;
  if (!Number.isFinite(value)) throw new ExpressionError('D1001', at);
  return true;
}

/** The effective boolean value: true, false, or undefined for missing. */
export function booleanOf(value: unknown, at: number): boolean | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.length > 0;
  if (typeof value === 'number') return isNumeric(value, at) && value !== 0;
  if (Array.isArray(value)) return listHolds(value, at);
  return value !== null && typeof value === 'object' && Object.keys(value).length > 0;
}

function listHolds(list: readonly unknown[], at: number): boolean | undefined {
  if (list.length === 1) return booleanOf(list[0], at);
  // Checks every item, because a number out of range is an error wherever it is.
  return list.filter((item) => booleanOf(item, at)).length > 0;
}

/** Missing counts as false. */
export function isTrue(value: unknown, at: number): boolean {
  return typeof value === 'boolean' ? value : booleanOf(value, at) === true;
}

/** Reads a field; for a list, the field of every item, flattened. Only own properties count. */
export function lookup(input: unknown, name: string, evaluation: FunctionCall): unknown {
  if (!Array.isArray(input)) return fieldOf(input, name);
  const found: unknown[] = [];
  gather(input, name, { found, evaluation });
  return evaluation.collapse(found);
}

function gather(
  list: readonly unknown[],
  name: string,
  into: { found: unknown[]; evaluation: FunctionCall },
): void {
  into.evaluation.spend(list.length);
  for (const item of list) {
    if (Array.isArray(item)) {
      gather(item, name, into);
      continue;
    }
    const value = fieldOf(item, name);
    if (Array.isArray(value)) append(into.found, value, into.evaluation);
    else if (value !== undefined) into.found.push(value);
  }
}

function fieldOf(input: unknown, name: string): unknown {
  if (input === null || typeof input !== 'object' || !Object.hasOwn(input, name)) return undefined;
  return (input as Record<string, unknown>)[name];
}

/** Appends a list to another, charging for its items. */
export function append(target: unknown[], list: readonly unknown[], evaluation: FunctionCall): void {
  evaluation.spend(list.length);
  for (const item of list) target.push(item);
}

/** Deep equality; the caller handles missing sides. */
export function isDeepEqual(left: unknown, right: unknown, evaluation: FunctionCall): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false;
    evaluation.spendText(left);
  }
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) && Array.isArray(right)) return areListsEqual(left, right, evaluation);
  return areObjectsEqual(left as Record<string, unknown>, right as Record<string, unknown>, evaluation);
}

function areListsEqual(
  left: readonly unknown[],
  right: readonly unknown[],
  evaluation: FunctionCall,
): boolean {
  if (left.length !== right.length) return false;
  evaluation.spend(left.length);
  return left.every((item, index) => isDeepEqual(item, right[index], evaluation));
}

type Fields = Readonly<Record<string, unknown>>;

function areObjectsEqual(left: Fields, right: Fields, evaluation: FunctionCall): boolean {
  // Property names, not keys: as in jsonata, a list equals an object with the same indexes and length.
  const leftNames = Object.getOwnPropertyNames(left).sort();
  const rightNames = Object.getOwnPropertyNames(right).sort();
  evaluation.spend(leftNames.length + rightNames.length);
  if (leftNames.length !== rightNames.length || leftNames.some((name, index) => name !== rightNames[index])) {
    return false;
  }
  return leftNames.every((name) => isDeepEqual(left[name], right[name], evaluation));
}

/** `=`: a missing side equals nothing. */
export function isEqual(left: unknown, right: unknown, evaluation: FunctionCall): boolean {
  if (left === undefined || right === undefined) return false;
  return typeof left === 'number' ? left === right : isDeepEqual(left, right, evaluation);
}

const unitsPerJsonNode = 4;

/** Any value as text: numbers with 15 digits, objects and lists as JSON. */
export function textOf(value: unknown, evaluation: FunctionCall, at: number): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && !Number.isFinite(value)) throw new ExpressionError('D3001', at);
  const whole = value instanceof Wrapped && value.isRoot ? value[0] : value;
  let length = 0;
  let nodes = 0;
  const text = JSON.stringify(whole, (key, item: unknown) => {
    nodes++;
    length += key.length + (typeof item === 'string' ? item.length : 1);
    if (length > expressionLimits.textResult) throw new ExpressionError('text.too-long', at);
    return isNumeric(item, at) && !Number.isInteger(item) ? Number(item.toPrecision(15)) : item;
  });
  evaluation.spend(nodes * unitsPerJsonNode);
  evaluation.spendText(text ?? '');
  return limitText(text ?? '', at);
}

/** Limits every text that an expression creates; doubling one 27 times would crash the process. */
export function limitText(text: string, at: number): string {
  if (text.length > expressionLimits.textResult) throw new ExpressionError('text.too-long', at);
  return text;
}
