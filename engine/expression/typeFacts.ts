import { anyType, type ExpressionType, type FunctionTable, listType } from './functionTypes.ts';
import type { Problem } from './tree.ts';

/** An inferred type; a list found by a path is missing when empty and the item itself when single. */
export type Inferred = { readonly type: ExpressionType; readonly isFound?: boolean };

/** Context of the checks. */
export type Checking = {
  readonly report: (problem: Problem) => void;
  readonly functions: FunctionTable;
  /** The candidates for similar names; none after so many searches that nobody reads on. */
  readonly suggest: (known: readonly string[]) => readonly string[];
};

/** Groups of comparable types; dates are texts. */
export type Family = 'text' | 'number' | 'boolean' | 'list' | 'object' | 'nothing' | 'any';

export function familyOf(type: ExpressionType): Family {
  return type.kind === 'date' || type.kind === 'datetime' ? 'text' : type.kind;
}

const words: Readonly<Record<ExpressionType['kind'], string>> = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a moment',
  list: 'a list',
  object: 'an object',
  nothing: 'null',
  any: 'a value',
};

/** The name of the type in messages. */
export function wordFor(type: ExpressionType): string {
  return words[type.kind];
}

/** The union of types. */
export function eitherType(types: readonly ExpressionType[]): ExpressionType {
  const known = types.filter((type) => type.kind !== 'nothing');
  const [first] = known;
  if (!first) return types[0] ?? anyType;
  if (!known.every((type) => type.kind === first.kind)) return anyType;
  const isChoice = 'choices' in first && known.some((type) => type !== first);
  return isChoice ? { kind: first.kind } : first;
}

/** The item type of a list; a single value is its own item. */
export function itemType(type: ExpressionType): ExpressionType {
  return type.kind === 'list' ? type.of() : type;
}

/** Paths flatten lists of lists. */
export function foundList(of: ExpressionType): Inferred {
  return { type: listType(itemType(of)), isFound: true };
}
