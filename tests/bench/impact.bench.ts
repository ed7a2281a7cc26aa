import { checkRuleText, countImpact, type Operand, type Tree } from '#engine';
import { type BenchRow, median } from './harness.ts';

const steps = Array.from({ length: 10 }, (_, index) => index);
const names = ['A', 'B', 'C', 'D', 'E', 'F'];

/** Six parameters of ten values: a million combinations. */
const operands: readonly Operand[] = names.map((name) => ({
  name: `Policy.${name}`,
  label: name,
  type: 'number',
  values: steps.map((value) => ({ value, label: String(value) })),
}));

/** Every condition hangs together with the others, so that nothing can be counted apart. */
const text = `(Policy.A <= 6 or Policy.B = 3) and (Policy.B + Policy.C < 14 or Policy.D > 2) and
  $not(Policy.D = 5 and Policy.E > 7) and (Policy.E in [1, 2, 3, 4, 8] or Policy.F < Policy.A)`;

/** How long someone who types waits for the count of a million combinations. */
export async function bench(): Promise<BenchRow[]> {
  const { tree, problems } = checkRuleText(text, { operands, functions: [] });
  if (!tree || problems.length > 0) throw new Error(`The rule of the benchmark is refused: ${text}`);
  const expected = countByHand();
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    const counted = countImpact({ tree: tree as Tree, operands, asked: [], today: '2026-11-21' });
    if (counted?.admitted !== expected || counted.total !== 1_000_000)
      throw new Error(`counted ${counted?.admitted} of ${counted?.total}, by hand ${expected}`);
    return performance.now() - start;
  });
  return [
    {
      name: 'rules: impact among 1,000,000 combinations',
      unit: 'ms',
      ours: median(times),
      target: { atMost: 100 },
    },
  ];
}

function countByHand(): number {
  let met = 0;
  for (const a of steps)
    for (const b of steps)
      for (const c of steps)
        for (const d of steps)
          for (const e of steps)
            for (const f of steps)
              if (
                (a <= 6 || b === 3) &&
                (b + c < 14 || d > 2) &&
                !(d === 5 && e > 7) &&
                ([1, 2, 3, 4, 8].includes(e) || f < a)
              )
                met += 1;
  return met;
}
