import {
  checkRuleText,
  nestValues,
  operandsUsed,
  type RuleVocabulary,
  ruleFunctionTable,
  ruleLimits,
  spansOf,
  traceExpression,
} from '#engine';
import { heavyTexts, refusedTexts } from '../support/hostileRules.ts';
import { type BenchRow, median } from './harness.ts';

const vocabulary: RuleVocabulary = {
  operands: [{ name: 'Vehicle.VIN', label: 'VIN', type: 'text' }],
  functions: [],
};

/** How long the worst rule text keeps everyone else waiting: read, checked, and tried on values in one go. */
export async function bench(): Promise<BenchRow[]> {
  const texts = [...refusedTexts, ...heavyTexts].map(([name, text]) => ({ name, text }));
  // A server that has been up for a while.
  for (let round = 0; round < 5; round += 1) for (const { text } of texts) judge(text);
  const times = texts.map(({ name, text }) => ({
    name,
    time: median([1, 2, 3, 4, 5].map(() => judge(text))),
  }));
  const worst = times.toSorted((left, right) => right.time - left.time)[0];
  return [
    {
      name: `rules: the worst hostile text (${worst?.name})`,
      unit: 'ms',
      ours: worst?.time ?? Number.NaN,
      target: { atMost: 50 },
    },
  ];
}

/** Milliseconds of the processor: what else runs on the machine is not the text's doing. */
function judge(text: string): number {
  const start = process.cpuUsage();
  const { tree, problems } = checkRuleText(text, vocabulary);
  if (tree && problems.every(({ level }) => level === 'warning')) {
    operandsUsed(tree);
    spansOf(tree, text);
    traceExpression(tree, {
      scope: { root: nestValues({ 'Vehicle.VIN': '1' }), vars: { today: '2026-11-21' } },
      functions: ruleFunctionTable([]),
      work: ruleLimits.work,
    });
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
