/** Parts rounded each as it says, changed by what applies to these values, and added up. */
import { type Decimal, plus, readDecimal, roundHalfUp, times } from '#engine';
import type { StepValues } from './runSteps.ts';

export type Part = { readonly id: string; readonly scale: number; readonly counts: boolean };

/** A change of the parts after the steps: of one part, or of all where none is named. */
export type PartChange = {
  readonly title: string;
  readonly part?: string;
  readonly isPercent: boolean;
  /** A decimal text: 5 is 5 %, or an amount. */
  readonly by: string;
  /** Only under this choice, only for this value of an operand. */
  readonly choice?: string;
  readonly operand?: string;
  readonly value?: string;
};

export type AppliedChange = { readonly title: string; readonly part: string; readonly by: Decimal };

export type Sum = {
  readonly parts: ReadonlyMap<string, Decimal>;
  readonly total: Decimal;
  readonly applied: readonly AppliedChange[];
};

const zero: Decimal = { digits: 0n, scale: 0 };

/** The sum of the parts that count; an amount that names no part goes to the first of them. */
export function sumParts(
  exact: ReadonlyMap<string, Decimal>,
  { layout, changes }: { readonly layout: readonly Part[]; readonly changes: readonly PartChange[] },
  given: StepValues,
): Sum {
  const parts = new Map<string, Decimal>();
  for (const { id, scale } of layout) {
    const amount = exact.get(id);
    if (amount) parts.set(id, roundHalfUp(amount, scale));
  }
  const applied: AppliedChange[] = [];
  for (const change of changes) {
    if (!applies(change, given)) continue;
    for (const part of touched(change, layout, parts)) {
      const before = parts.get(part) ?? zero;
      const scale = layout.find(({ id }) => id === part)?.scale ?? 2;
      const by = roundHalfUp(amountOf(change, before), scale);
      parts.set(part, plus(before, by));
      applied.push({ title: change.title, part, by });
    }
  }
  let sum = zero;
  for (const { id, counts } of layout) if (counts) sum = plus(sum, parts.get(id) ?? zero);
  return { parts, total: roundHalfUp(sum, 2), applied };
}

export function applies({ choice, operand, value }: PartChange, given: StepValues): boolean {
  if (choice !== undefined && choice !== given.choice) return false;
  return operand === undefined || String(given.values[operand] ?? '') === value;
}

function touched(
  { part, isPercent }: PartChange,
  layout: readonly Part[],
  parts: ReadonlyMap<string, Decimal>,
): readonly string[] {
  if (part !== undefined) return parts.has(part) || !isPercent ? [part] : [];
  if (isPercent) return [...parts.keys()];
  return layout
    .filter(({ counts }) => counts)
    .slice(0, 1)
    .map(({ id }) => id);
}

function amountOf({ isPercent, by }: PartChange, before: Decimal): Decimal {
  const change = readDecimal(by) ?? zero;
  return isPercent ? times(before, { digits: change.digits, scale: change.scale + 2 }) : change;
}
