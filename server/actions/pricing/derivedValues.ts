/** Values that follow from others: the plan's own parameter, groups and ranges of what is given. */
import type { Operand, OperandValue } from '#engine';
import type { Book, PricingPlan } from './book.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The given values with those that follow; what is given itself stays. */
export function withDerived(book: Book, plan: PricingPlan | undefined, given: Values): Values {
  const values: Record<string, unknown> = { ...given };
  for (const { operand, isPlan } of derivedOf(book)) {
    if (isGiven(values[operand.name])) continue;
    if (plan && isPlan) values[operand.name] = plan.choice;
    else if (operand.follows) values[operand.name] = followed(operand, values[operand.follows]);
  }
  return values;
}

type Derived = { readonly operand: Operand; readonly isPlan: boolean };

/** Few of a book's operands follow from others, and it is asked for every price which. */
const derived = new WeakMap<Book, readonly Derived[]>();

function derivedOf(book: Book): readonly Derived[] {
  const known =
    derived.get(book) ??
    book.operands
      .map((operand) => ({ operand, isPlan: followsPlan(operand, book) }))
      .filter(({ operand, isPlan }) => isPlan || operand.follows);
  derived.set(book, known);
  return known;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A parameter that lists nothing but plans of the product says which plan it is. */
export function followsPlan({ values = [] }: Operand, { choices }: Book): boolean {
  return values.length > 0 && values.every(({ value }) => choices.includes(String(value)));
}

/** The group or range a value of the base belongs to. */
export function followed({ values = [] }: Operand, base: unknown): unknown {
  if (!isGiven(base)) return undefined;
  return values.find((one) => isMember(one, base))?.value;
}

function isMember({ members, range }: OperandValue, base: unknown): boolean {
  if (members) return members.some((member) => String(member) === String(base));
  const number = Number(base);
  return range !== undefined && Number.isFinite(number) && isInRange(range, number);
}

export function isInRange(
  { low, high, includesLow, includesHigh }: NonNullable<OperandValue['range']>,
  number: number,
): boolean {
  const isAbove = low === undefined || number > low || (includesLow && number === low);
  return isAbove && (high === undefined || number < high || (includesHigh && number === high));
}
