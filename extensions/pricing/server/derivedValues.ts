/** Derived values: the plan's own parameter, and groups and ranges of given values. */
import type { Operand, OperandValue } from '#engine';
import type { Book, PricingPlan } from './book.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The given values plus those derived from them; given values take precedence. */
export function withDerived(book: Book, plan: PricingPlan | undefined, given: Values): Values {
  const values: Record<string, unknown> = { ...given };
  for (const { operand, isPlan, follows } of derivedOf(book)) {
    if (isGiven(values[operand.name])) continue;
    if (plan && isPlan) values[operand.name] = plan.choice;
    // Omits undefined members, which would cost in every object built from these.
    else if (follows !== undefined && isGiven(values[follows])) {
      const value = followed(operand, values[follows]);
      if (value !== undefined) values[operand.name] = value;
    }
  }
  return values;
}

type Derived = { readonly operand: Operand; readonly isPlan: boolean; readonly follows: string | undefined };

/** Cached per book: few operands are derived, and every price needs to know which. */
const derived = new WeakMap<Book, readonly Derived[]>();

function derivedOf(book: Book): readonly Derived[] {
  const known = derived.get(book);
  if (known) return known;
  const found = book.operands
    .map((operand) => ({
      operand,
      isPlan: followsPlan(operand, book),
      follows: operand.follows || undefined,
    }))
    .filter(({ isPlan, follows }) => isPlan || follows !== undefined);
  derived.set(book, found);
  return found;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A parameter whose listed values are all plans of the product identifies the plan. */
export function followsPlan({ values = [] }: Operand, { choices }: Book): boolean {
  return values.length > 0 && values.every(({ value }) => choices.includes(String(value)));
}

/** The group or range of a base value: the first match in list order. */
export function followed(operand: Operand, base: unknown): unknown {
  if (!isGiven(base)) return undefined;
  const { byMember, ranges } = placesOf(operand);
  const listed = byMember.get(String(base));
  const number = ranges.length === 0 ? Number.NaN : Number(base);
  if (!Number.isFinite(number)) return listed?.value;
  const inRange = ranges.find(({ range }) => isInRange(range, number));
  return listed && (!inRange || listed.at < inRange.at) ? listed.value : inRange?.value;
}

type Place = { readonly at: number; readonly value: OperandValue['value'] };
type Places = {
  readonly byMember: ReadonlyMap<string, Place>;
  readonly ranges: readonly (Place & { readonly range: NonNullable<OperandValue['range']> })[];
};

/** Cached per operand: a group may list thousands, and every price looks one up. */
const places = new WeakMap<Operand, Places>();

function placesOf(operand: Operand): Places {
  const known = places.get(operand);
  if (known) return known;
  const byMember = new Map<string, Place>();
  const ranges: Places['ranges'][number][] = [];
  for (const [at, { value, members, range }] of (operand.values ?? []).entries()) {
    for (const member of members ?? [])
      if (!byMember.has(String(member))) byMember.set(String(member), { at, value });
    if (!members && range) ranges.push({ at, value, range });
  }
  const found = { byMember, ranges };
  places.set(operand, found);
  return found;
}

export function isInRange(
  { low, high, includesLow, includesHigh }: NonNullable<OperandValue['range']>,
  number: number,
): boolean {
  const isAbove = low === undefined || number > low || (includesLow && number === low);
  return isAbove && (high === undefined || number < high || (includesHigh && number === high));
}
