/** The examples stored with a formula, which must hold. */
import { type Book, type PricingPlan, rows } from './book.ts';
import { scaled } from './money.ts';

export type Example = {
  readonly title: string;
  readonly plan?: PricingPlan;
  readonly values: Readonly<Record<string, unknown>>;
  /** With two decimals. */
  readonly expected: string;
};

export function examplesOf({ formula, plans, renamed }: Book): readonly Example[] {
  return rows(formula?.Examples).map(({ Title, PlanId, Values, Expected }, index) => ({
    title: String(Title || `#${index + 1}`),
    plan: plans.find(({ id }) => id === PlanId),
    values: named(Values, renamed),
    expected: scaled(Expected),
  }));
}

function named(values: unknown, renamed: Book['renamed']): Example['values'] {
  const sent = Object.entries(typeof values === 'object' && values !== null ? values : {});
  return Object.fromEntries(sent.map(([name, value]) => [renamed.get(name) ?? name, value]));
}
