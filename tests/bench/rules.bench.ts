import jsonata from 'jsonata';
import { checkRuleText, compileRule, type RuleVocabulary, type Tree } from '#engine';
import { type BenchRow, turnByTurn } from './harness.ts';

const vocabulary: RuleVocabulary = {
  operands: [
    { name: 'Policy.TermMonth', label: 'Term', type: 'number' },
    { name: 'Policy.VehicleClass', label: 'Class', type: 'text' },
    { name: 'Policy.Start', label: 'Start', type: 'date' },
    { name: 'Vehicle.CPO', label: 'Certified', type: 'boolean' },
    { name: 'Vehicle.Odometer', label: 'Odometer', type: 'number' },
  ],
  functions: [],
};

/** Any of it may be missing: a rule by hand has to ask, as the compiled one does. */
type Sale = {
  readonly Policy?: { readonly TermMonth?: unknown; readonly VehicleClass?: unknown };
  readonly Vehicle?: { readonly CPO?: unknown; readonly Odometer?: unknown };
};
type Rule = { readonly name: string; readonly text: string; readonly byHand: (sale: Sale) => boolean };

const isNumber = (value: unknown): value is number => typeof value === 'number';

const rules: readonly Rule[] = [
  {
    name: 'two comparisons',
    text: 'Policy.TermMonth <= 60 and Vehicle.CPO',
    byHand: ({ Policy, Vehicle }) =>
      isNumber(Policy?.TermMonth) && Policy.TermMonth <= 60 && Vehicle?.CPO === true,
  },
  {
    name: 'a list and a choice',
    text: 'Policy.VehicleClass in ["A", "B", "C"] and (Vehicle.CPO or Vehicle.Odometer < 100000)',
    byHand: ({ Policy, Vehicle }) =>
      ['A', 'B', 'C'].includes(String(Policy?.VehicleClass)) &&
      (Vehicle?.CPO === true || (isNumber(Vehicle?.Odometer) && Vehicle.Odometer < 100_000)),
  },
  {
    name: 'arithmetic and the opposite',
    text: '$not(Policy.VehicleClass = "F") and Vehicle.Odometer + Policy.TermMonth * 2000 <= 200000',
    byHand: ({ Policy, Vehicle }) =>
      Policy?.VehicleClass !== 'F' &&
      isNumber(Vehicle?.Odometer) &&
      isNumber(Policy?.TermMonth) &&
      Vehicle.Odometer + Policy.TermMonth * 2000 <= 200_000,
  },
];

/** Eligibility rules against jsonata and functions by hand, and a product's fifty rules over ten thousand sales. */
export async function bench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const rule of rules) rows.push(await againstJsonata(rule));
  return [...rows, await againstHand(), salesRow()];
}

const sales: readonly Sale[] = Array.from({ length: 256 }, (_, index) => ({
  Policy: { TermMonth: 12 + (index % 8) * 12, VehicleClass: 'ABCDEF'[index % 6] as string },
  Vehicle: { CPO: index % 3 !== 0, Odometer: 20_000 + index * 500 },
}));
const scopes = sales.map((root) => ({ root, vars: {} }));

function compiled(text: string) {
  const { tree, problems } = checkRuleText(text, vocabulary);
  if (!tree || problems.length > 0) throw new Error(`The benchmark's own rule is refused: ${text}`);
  return compileRule(tree as Tree);
}

/** Evaluations a second of whole rounds over all sales. */
function rate(wanted: number, round: () => number): number {
  const start = performance.now();
  let done = 0;
  let met = 0;
  while (done < wanted) {
    met += round();
    done += sales.length;
  }
  if (met < 0) throw new Error('The verdicts must be used, or they are not computed');
  return (done / (performance.now() - start)) * 1000;
}

function ours(text: string): () => number {
  const judge = compiled(text);
  return () => {
    let met = 0;
    for (const scope of scopes) if (judge(scope)) met += 1;
    return met;
  };
}

async function againstJsonata({ name, text }: Rule): Promise<BenchRow> {
  const source = jsonata(text);
  const round = ours(text);
  const figures = await turnByTurn({
    rounds: 5,
    ours: () => rate(1_000_000, round),
    baseline: async () => {
      const start = performance.now();
      let done = 0;
      while (done < 2_000) {
        for (const sale of sales) await source.evaluate(sale);
        done += sales.length;
      }
      return (done / (performance.now() - start)) * 1000;
    },
  });
  return { name: `rules: ${name}, to jsonata`, unit: 'evaluations/s', ...figures, target: { atLeast: 100 } };
}

/** A product's rules one after the other over each sale, as they are asked in use. */
async function againstHand(): Promise<BenchRow> {
  const judges = rules.map(({ text }) => compiled(text));
  const functions = rules.map(({ byHand }) => byHand);
  const figures = await turnByTurn({
    rounds: 7,
    ours: () =>
      rate(300_000, () => {
        let met = 0;
        for (const scope of scopes) for (const judge of judges) if (judge(scope)) met += 1;
        return met;
      }),
    baseline: () =>
      rate(300_000, () => {
        let met = 0;
        for (const sale of sales) for (const judge of functions) if (judge(sale)) met += 1;
        return met;
      }),
  });
  return {
    name: "rules: a product's rules, to by hand",
    unit: 'sales/s',
    ...figures,
    target: { atLeast: 0.1 },
  };
}

/** From the texts on: read, checked and compiled once, then every sale against every rule. */
function salesRow(): BenchRow {
  const texts = Array.from({ length: 50 }, (_, index) =>
    (rules[index % rules.length] as Rule).text.replace('60', String(24 + index)),
  );
  const start = performance.now();
  const judges = texts.map(compiled);
  let met = 0;
  for (let index = 0; index < 10_000; index += 1) {
    const scope = scopes[index % scopes.length] as (typeof scopes)[number];
    for (const judge of judges) if (judge(scope)) met += 1;
  }
  if (met === 0) throw new Error('No sale met any rule');
  const seconds = (performance.now() - start) / 1000;
  return { name: 'rules: 10,000 sales × 50 rules', unit: 's', ours: seconds, target: { atMost: 0.5 } };
}
