import { expect, it } from 'vitest';
import type { Operand } from '#engine';
import { checkSteps, type Step, UnfitColumn } from '#extensions/pricing/engine';
import type { Book } from './book.ts';
import { layoutOf } from './cardLayout.ts';
import { excluded, highest } from './cents.ts';
import { createPricer } from './createPricer.ts';
import { type Plan, planPrices } from './planPrices.ts';

let seed = 20_261_124;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T;

const operand = (name: string, values: readonly (string | number)[], type = 'number'): Operand =>
  ({
    name,
    label: name,
    type,
    id: name,
    values: values.map((value) => ({ value, label: String(value) })),
  }) as never;
const terms = [12, 24, 36, 60];
const operands = [
  operand('Policy.Term', terms),
  operand('Policy.Km', [0, 20_000.5, 40_000, 60_000, 99_999.99]),
  operand('Vehicle.Class', ['A', 'B', 'C'], 'text'),
  operand('Policy.Deductible', [0, 0.005, 100, -250]),
];
const key = (...values: readonly unknown[]) => values.map(String).join('\u0000');
const cells = <T>(values: readonly T[], cell: (value: T) => readonly [string, string] | undefined) =>
  new Map(
    values.flatMap((value) => [cell(value) ?? []].filter((one) => one.length > 0) as [string, string][]),
  );
const lookUps = [
  {
    kind: 'table',
    name: 'Base',
    keys: ['Policy.Term', 'Vehicle.Class'],
    cells: new Map(
      terms.flatMap((term, at) =>
        ['A', 'B', 'C']
          .slice(0, at === 2 ? 2 : 3)
          .map((one, by) => [key(term, one), `${100 + term * 3 + by}.${at}5`] as const),
      ),
    ),
  },
  {
    kind: 'factor',
    name: 'Km',
    keys: ['Policy.Km'],
    cells: cells([0, 20_000.5, 40_000, 60_000, 99_999.99], (km) => [key(km), String(1 + km / 123_456.5)]),
  },
  {
    kind: 'factor',
    name: 'Share',
    keys: ['Policy.Deductible'],
    under: 'Gold',
    cells: cells([0, 0.005, 100, -250], (one) => (one === 100 ? undefined : [key(one), `${one}e-2`])),
  },
  {
    kind: 'factor',
    name: 'Share',
    keys: ['Policy.Deductible'],
    cells: cells([0, 0.005, 100, -250], (one) => [key(one), '0.125']),
  },
];

const amounts = [
  'Policy.Term',
  'Policy.Km',
  'Policy.Deductible',
  '1.005',
  '0.125',
  '12',
  '3',
  "$table('Base')",
  "$factor('Km')",
  "$factor('Share')",
];
const truths = [
  "Vehicle.Class = 'A'",
  "Vehicle.Class in ['B', 'C']",
  "$plan = 'Gold'",
  'Policy.Term > 24',
  '$has(Policy.Km)',
  'Policy.Deductible != 0',
  "$factor('Km') < 1.2",
];

function amount(depth: number, steps: readonly string[]): string {
  if (depth === 0) return oneOf([...amounts, ...steps.map((name) => `$${name}`)]);
  const part = () => amount(depth - 1, steps);
  switch (random(11)) {
    case 0:
    case 1:
    case 2:
      return `(${part()} + ${part()})`;
    case 3:
      return `(${part()} - ${part()})`;
    case 4:
    case 5:
      return `(${part()} * ${part()})`;
    case 6:
      return `(${part()} / ${oneOf(['100', '12', 'Policy.Term', part()])})`;
    case 7:
      return `$${oneOf(['money', 'floor', 'ceil'])}(${part()}, ${random(4)})`;
    case 8:
      return `$${oneOf(['least', 'greatest'])}(${part()}, ${part()})`;
    case 9:
      return `(${truth(depth)} ? ${part()} : ${part()})`;
    default:
      return oneOf([`$abs(${part()})`, `-(${part()})`, `$default(Policy.Missing, ${part()})`]);
  }
}

const truth = (depth: number): string =>
  depth > 1
    ? oneOf([`(${truth(1)} and ${truth(1)})`, `(${truth(1)} or ${truth(1)})`, `$not(${truth(1)})`])
    : oneOf(truths);

const buckets = [
  { id: 'cost', name: 'Cost', code: 'Cost', scale: 2, isInPrice: true },
  { id: 'fee', name: 'Fee', code: 'Fee', scale: 0, isInPrice: true },
  { id: 'note', name: 'Note', code: 'Note', scale: 2, isInPrice: false },
];
const plans = ['Silver', 'Gold'].map((name) => ({
  id: name,
  choice: name,
  name,
  rule: name === 'Gold' ? "Vehicle.Class != 'C' or Policy.Term < 60" : undefined,
}));
const adjustments = [
  { Title: 'a', IsPercent: true, Change: 2.5, PriceBucketId: 'cost', PlanName: 'Gold' },
  { Title: 'b', IsPercent: false, Change: 1.25, ParameterName: 'Policy.Term', ParameterValue: '24' },
  { Title: 'c', IsPercent: true, Change: -7 },
];

function bookOf(steps: readonly Step[]): Book {
  const option = {
    kind: 'option',
    name: 'Policy.Term, Policy.Km',
    keys: ['Policy.Term', 'Policy.Km'],
    cells: new Map(terms.slice(1).map((term) => [key(term, 40_000), '1'])),
  };
  return {
    ...{ operands, lookUps, steps, plans, buckets, kinds: ['table', 'factor', 'option'], choice: 'plan' },
    choices: ['Silver', 'Gold'],
    product: random(3) === 0 ? { EligibilityRuleText: 'Policy.Term <= 36 or Policy.Km < 60000' } : {},
    formula: { Adjustments: adjustments.filter(() => random(3) === 0), Examples: [] },
    options: random(5) === 0 ? [option] : [],
    ...{ tableMistakes: [], operandIds: new Map(), renamed: new Map() },
  };
}

const saidOf = (work: () => number): number | string => {
  try {
    return work();
  } catch (error) {
    return String((error as Error).message);
  }
};

function unlessUnfit<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnfitColumn) return undefined;
    throw error;
  }
}

/** All results of a plan, or their errors. */
function pricesOf(plan: Plan, count: number, exact: (row: number) => number): (number | string)[] {
  return Array.from({ length: count / plan.size }, (_, index) => {
    const failed = new Map<number, string>();
    const found = plan.block(index, (row) => {
      const said = saidOf(() => exact(row));
      if (typeof said === 'number') return said;
      failed.set(row - index * plan.size, said);
      return 0;
    });
    return [...found].map((cents, at) => failed.get(at) ?? cents);
  }).flat();
}

it('prices over columns equal exact arithmetic, for any formula and any block size', async () => {
  let [planned, asked] = [0, 0];
  for (let round = 0; round < 24; round += 1) {
    const names: string[] = [];
    const steps = Array.from({ length: 1 + random(4) }, (_, index): Step => {
      const text = amount(1 + random(3), names);
      names.push(`step${index}`);
      return {
        ...{ name: `step${index}`, text },
        ...(index === 0 || random(2) === 0 ? { part: oneOf(['cost', 'cost', 'fee', 'note']) } : {}),
        ...(random(2) === 0 ? { scale: random(5) } : {}),
      };
    });
    const book = bookOf([...steps, { name: 'always', text: '$plan' }]);
    const check = checkSteps(book.steps, book);
    if (check.ready.length < book.steps.length || !steps.some(({ part }) => part)) continue;
    const dimensions = layoutOf(book, check);
    const count = dimensions.reduce((all, { Values }) => all * Values.length, 1);
    const today = '2026-11-24';
    const pricer = createPricer(book, check, dimensions, today);
    const priceAt = (row: number): number => {
      const cents = pricer.at(row);
      if (cents > highest || cents < excluded) throw new Error('too high');
      return cents;
    };
    const expected = Array.from({ length: count }, (_, row) => saidOf(() => priceAt(row)));
    for (const limits of [undefined, { kept: 5, block: 12 }, { kept: 1, block: 1 }]) {
      const plan = await planPrices({ book, dimensions, today }, async () => undefined, limits);
      if (!plan) continue;
      const found = unlessUnfit(() =>
        pricesOf(plan, count, (row) => {
          asked += 1;
          return priceAt(row);
        }),
      );
      if (!found) continue;
      planned += count;
      expect(found, JSON.stringify({ steps, formula: book.formula, limits })).toEqual(expected);
    }
  }
  // Most of them without exact arithmetic.
  expect(planned).toBeGreaterThan(6_000);
  expect(asked).toBeLessThan(planned / 4);
});

type Term = { readonly sign: '+' | '-'; readonly text: string };

/** The sum in one step: terms reordered, bracketed, rounded and in other steps, with the same result. */
function wideSteps(terms: readonly Term[]): readonly Step[] {
  const cut = 1 + random(terms.length - 1);
  const said = (some: readonly Term[]) => some.map(({ sign, text }) => `${sign} ${text}`).join(' ');
  const [front, back] = [`0 ${said(terms.slice(0, cut))}`, `0 ${said(terms.slice(cut))}`];
  const part = { part: 'cost', scale: 2 };
  switch (random(4)) {
    case 0:
      return [{ name: 'wide', text: `${front} - (-(${back}))`, ...part }];
    case 1:
      return [{ name: 'wide', text: `$money(${front}, 2) + (${back})`, ...part }];
    case 2:
      return [
        { name: 'front', text: front },
        { name: 'wide', text: `(${back}) + $front`, ...part },
      ];
    default:
      return [{ name: 'wide', text: `${front} + (${back})`, ...part }];
  }
}

async function plannedPrices(steps: readonly Step[], limits: { kept: number; block: number }) {
  const book: Book = { ...bookOf([...steps, { name: 'always', text: '$plan' }]), product: {}, options: [] };
  const plain = { ...book, formula: { Adjustments: [], Examples: [] } };
  const check = checkSteps(plain.steps, plain);
  const dimensions = layoutOf(plain, check);
  const today = '2026-11-24';
  const pricer = createPricer(plain, check, dimensions, today);
  const count = dimensions.reduce((all, { Values }) => all * Values.length, 1);
  const plan = await planPrices({ book: plain, dimensions, today }, async () => undefined, limits);
  let asked = 0;
  const prices =
    plan &&
    pricesOf(plan, count, (row) => {
      asked += 1;
      return pricer.at(row);
    });
  const names = dimensions.map(({ Name }) => Name).join();
  return {
    names,
    size: plan?.size,
    prices,
    asked,
    exact: Array.from({ length: count }, (_, row) => saidOf(() => pricer.at(row))),
  };
}

it('a sum in one step gives the same prices, in the same blocks, as its terms in separate steps', async () => {
  const limits = { kept: 30, block: 12 };
  const all = [
    ...["$table('Base')", 'Policy.Term', '$money(Policy.Km / 7, 2)', '12.5', "$money($factor('Km') * 3, 2)"],
    ...[
      'Policy.Term * 2',
      "(Vehicle.Class = 'A' ? 3 : 4.25)",
      '$greatest(Policy.Deductible, 1)',
      "$factor('Share')",
    ],
  ];
  let sums = 0;
  for (let round = 0; round < 40; round += 1) {
    const terms = [
      'Policy.Term',
      "$money($factor('Km') * 3, 2)",
      "$table('Base')",
      '$ceil(Policy.Deductible)',
    ]
      .concat(Array.from({ length: random(4) }, () => oneOf(all)))
      .sort(() => random(3) - 1)
      .map((text): Term => ({ sign: oneOf(['+', '+', '-']), text }));
    const scale = 2;
    const apart = terms.map(({ sign, text }, at) => ({
      name: `t${at}`,
      text: `0 ${sign} ${text}`,
      part: 'cost',
      scale,
    }));
    const [one, other] = [await plannedPrices(apart, limits), await plannedPrices(wideSteps(terms), limits)];
    if (one.names !== other.names) continue;
    expect(other.prices, JSON.stringify(terms)).toEqual(other.exact);
    // If a term has more decimals than the step, its own rounding changes the result.
    if (terms.some(({ text }) => ['$factor(', '$great'].some((start) => text.startsWith(start)))) continue;
    sums += 1;
    expect(other.prices, JSON.stringify(terms)).toEqual(one.prices);
    expect([other.size, other.asked], JSON.stringify(terms)).toEqual([one.size, one.asked]);
  }
  expect(sums).toBeGreaterThan(5);
});

it('computes a part of a large step with few combinations once, and resolves its doubtful values once', async () => {
  const limits = { kept: 30, block: 12 };
  const part = { part: 'cost', scale: 2 };
  // 12 ÷ 96 lies halfway between two hundredths: only exact arithmetic decides how to round it.
  const narrow = '$money(Policy.Term / 96, 2)';
  const most = "$table('Base') * Policy.Km";
  const apart = await plannedPrices(
    [
      { name: 'narrow', text: narrow },
      { name: 'all', text: `$narrow * ${most}`, ...part },
    ],
    limits,
  );
  const wide = await plannedPrices([{ name: 'all', text: `${narrow} * ${most}`, ...part }], limits);
  expect(wide.prices).toEqual(wide.exact);
  expect([wide.prices, wide.asked]).toEqual([apart.prices, apart.asked]);
});
