import { anyType, type ExpressionType, type FunctionTable, listType } from './functionTypes.ts';
import type { Problem } from './tree.ts';

/** A type as inferred: a list found by a path is missing when empty and the value itself when alone. */
export type Inferred = { readonly type: ExpressionType; readonly isFound?: boolean };

/** What the checks of parts use. */
export type Checking = {
  readonly report: (problem: Problem) => void;
  readonly functions: FunctionTable;
  /** The names to look for a near one among; none once so many were looked for that nobody reads on. */
  readonly suggest: (known: readonly string[]) => readonly string[];
};

/** Kinds that compare with one another; dates are texts. */
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

/** How a person calls the type. */
export function wordFor(type: ExpressionType): string {
  return words[type.kind];
}

/** The type of either value. */
export function eitherType(types: readonly ExpressionType[]): ExpressionType {
  const known = types.filter((type) => type.kind !== 'nothing');
  const [first] = known;
  if (!first) return types[0] ?? anyType;
  return known.every((type) => type.kind === first.kind) ? first : anyType;
}

/** The type of the items of a list; a single value is its own item. */
export function itemType(type: ExpressionType): ExpressionType {
  return type.kind === 'list' ? type.of() : type;
}

/** Lists of lists are poured into one by paths. */
export function foundList(of: ExpressionType): Inferred {
  return { type: listType(itemType(of)), isFound: true };
}
