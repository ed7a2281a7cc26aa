import jsonata from 'jsonata';
import { compileTree, parseExpression, type Scope } from '#engine';
import { compareWithJsonata, type Difference, expressionCases } from '../support/expressionCases.ts';
import { type BenchRow, turnByTurn } from './harness.ts';

const rule = 'Policy.TermMonth <= 60 and Vehicle.CPO = true and Policy.VehicleClass in ["A", "B"]';
const price = '$round((base * factors[class = $record.Class].factor + surcharge) * (1 + tax), 2)';

const seed = 20_261_121;
const batches = 21;
const expressionsPerBatch = 5_000;
const scopesPerExpression = 10;

/** Speed against jsonata's own `evaluate`, and sameness over a million generated cases. */
export async function bench(): Promise<BenchRow[]> {
  return [
    await speedRow('eligibility rule', { text: rule, scopes: ruleScopes(), atLeast: 100 }),
    await speedRow('price formula with a table', { text: price, scopes: priceScopes(), atLeast: 50 }),
    await differencesRow(),
  ];
}

type Speed = { readonly text: string; readonly scopes: readonly Scope[]; readonly atLeast: number };

async function speedRow(name: string, { text, scopes, atLeast }: Speed): Promise<BenchRow> {
  const { tree } = parseExpression(text);
  if (!tree) throw new Error(`The benchmark's own rule is refused: ${text}`);
  const compiled = compileTree(tree);
  const source = jsonata(text);
  const figures = await turnByTurn({
    rounds: 5,
    ours: () => rate(200_000, () => runAll(scopes, (scope) => compiled.evaluate(scope))),
    baseline: () => rateOfTheirs(4_000, source, scopes),
  });
  return { name: `expressions: ${name}`, unit: 'evaluations/s', ...figures, target: { atLeast } };
}

/** Runs whole rounds until so many evaluations are done. */
function rate(wanted: number, round: () => number): number {
  const start = performance.now();
  let done = 0;
  while (done < wanted) done += round();
  return (done / (performance.now() - start)) * 1000;
}

async function rateOfTheirs(
  wanted: number,
  source: jsonata.Expression,
  scopes: readonly Scope[],
): Promise<number> {
  const start = performance.now();
  let done = 0;
  while (done < wanted) {
    for (const { root, vars } of scopes) await source.evaluate(root, vars);
    done += scopes.length;
  }
  return (done / (performance.now() - start)) * 1000;
}

function runAll(scopes: readonly Scope[], run: (scope: Scope) => unknown): number {
  for (const scope of scopes) run(scope);
  return scopes.length;
}

function ruleScopes(): Scope[] {
  return Array.from({ length: 256 }, (_, index) => ({
    root: {
      Policy: { TermMonth: 12 + (index % 8) * 12, VehicleClass: 'ABCD'[index % 4] },
      Vehicle: { CPO: index % 3 !== 0, Price: 10_000 + index },
    },
    vars: {},
  }));
}

function priceScopes(): Scope[] {
  const factors = Array.from({ length: 10 }, (_, index) => ({ class: index, factor: 1 + index / 20 }));
  return Array.from({ length: 256 }, (_, index) => ({
    root: { base: 900 + index, factors, surcharge: 12.5, tax: 0.13 },
    vars: { record: { Class: index % 10 } },
  }));
}

async function differencesRow(): Promise<BenchRow> {
  const differences: Difference[] = [];
  let compared = 0;
  for (let batch = 0; batch < batches; batch++) {
    const found = await compareWithJsonata(
      expressionCases({
        expressions: expressionsPerBatch,
        scopes: scopesPerExpression,
        seed: seed + batch * 2,
      }),
    );
    compared += found.compared;
    differences.push(...found.differences);
  }
  for (const difference of differences.slice(0, 5)) console.error(JSON.stringify(difference));
  const name = `expressions: differences from jsonata in ${compared.toLocaleString('en-CA')} generated cases`;
  return { name, unit: 'differences', ours: differences.length, target: { atMost: 0 } };
}
