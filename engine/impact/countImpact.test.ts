import { describe, expect, it } from 'vitest';
import { checkRuleText } from '../ruleText/checkRuleText.ts';
import { compileRule } from '../ruleText/compileRule.ts';
import { nestValues } from '../ruleText/operandScope.ts';
import type { Operand, OperandValue } from '../types/ruleTextTypes.ts';
import { countImpact } from './countImpact.ts';

const listed = (values: readonly OperandValue['value'][]) =>
  values.map((value) => ({ value, label: String(value) }));
const range = (label: string, low?: number, high?: number): OperandValue => ({
  value: label,
  label,
  range: { low, high, includesLow: true, includesHigh: false },
});

const operands: readonly Operand[] = [
  { name: 'Policy.Term', label: 'Term', type: 'number', values: listed([12, 24, 36, 48]) },
  { name: 'Policy.Class', label: 'Class', type: 'text', values: listed(['A', 'B', 'C']) },
  { name: 'Policy.Use', label: 'Use', type: 'text', values: listed(['Private', 'Trade']) },
  { name: 'Vehicle.CPO', label: 'Certified', type: 'boolean' },
  {
    name: 'Group.Policy.Term',
    label: 'Length',
    type: 'text',
    follows: 'Policy.Term',
    values: [
      { value: 'Short', label: 'Short', members: [12, 24] },
      { value: 'Long', label: 'Long', members: [48] },
    ],
  },
  { name: 'Vehicle.Odometer', label: 'Odometer', type: 'number' },
  {
    name: 'Range.Vehicle.Odometer',
    label: 'Driven',
    type: 'text',
    follows: 'Vehicle.Odometer',
    values: [range('[0,40)', 0, 40), range('[40,80)', 40, 80), range('[80,+INF)', 80)],
  },
  { name: 'Vehicle.VIN', label: 'VIN', type: 'text' },
];
const asked = [{ name: 'known', parameters: [{ name: 'vin', type: 'text' as const }] }];

function count(text: string, given: readonly Operand[] = operands) {
  const { tree, problems } = checkRuleText(text, { operands: given, functions: asked });
  if (!tree || problems.some(({ level }) => level !== 'warning')) throw new Error(JSON.stringify(problems));
  return countImpact({ tree, operands: given, asked: ['known'], today: '2026-11-21' });
}

/** Counts combinations one by one: terms, classes, uses, certified or not, with the group of each term. */
function countByHand(text: string) {
  const { tree } = checkRuleText(text, { operands, functions: [] });
  const judge = compileRule(tree as NonNullable<typeof tree>);
  const group = (term: number) => (term <= 24 ? 'Short' : term === 48 ? 'Long' : undefined);
  let admitted = 0;
  for (const term of [12, 24, 36, 48])
    for (const kind of ['A', 'B', 'C'])
      for (const use of ['Private', 'Trade'])
        for (const cpo of [true, false]) {
          const values = {
            'Policy.Term': term,
            'Policy.Class': kind,
            'Policy.Use': use,
            'Vehicle.CPO': cpo,
            'Group.Policy.Term': group(term),
          };
          if (judge({ root: nestValues(values), vars: {} })) admitted += 1;
        }
  return admitted;
}

/** 4 terms, 3 classes, 2 uses, certified or not; 3 ranges. */
const all = 4 * 3 * 2 * 2 * 3;

describe('the impact of a rule', () => {
  it.each([
    'Policy.Term <= 24',
    'Policy.Term <= 24 and Vehicle.CPO',
    'Policy.Term <= 24 or Vehicle.CPO',
    'Policy.Class in ["A", "C"] and (Vehicle.CPO or Policy.Use = "Trade")',
    '$not(Policy.Class = "A" and Policy.Term > 12) or Vehicle.CPO and Policy.Term = 48',
    'Group.Policy.Term = "Short" and Policy.Class != "B"',
    'Group.Policy.Term != "Short"',
    '$not(Group.Policy.Term = "Short") and Policy.Term < 48',
    'Vehicle.CPO ? Policy.Term > 12 : Policy.Class = "A"',
    '(Policy.Term > 12 and Policy.Class = "A") or (Policy.Class = "B" and Policy.Use = "Trade") or (Policy.Use = "Trade" and Policy.Term = 12)',
    '($x := Policy.Term * 2; $x > 50 and $x < 90)',
    '$has(Group.Policy.Term)',
    'true',
    'Policy.Term > 100',
  ])('%s counts the same as one by one', (text) => {
    expect(count(text)).toEqual({ total: all, admitted: countByHand(text) * 3, open: 0, free: [] });
  });

  it('a range is one value; its numbers are open only where the rule divides a range', () => {
    const perRange = all / 3;
    expect(count('Range.Vehicle.Odometer = "[0,40)"')).toMatchObject({ admitted: perRange, open: 0 });
    expect(count('Vehicle.Odometer < 80')).toMatchObject({ admitted: perRange * 2, open: 0 });
    expect(count('Vehicle.Odometer <= 40')).toMatchObject({ admitted: perRange, open: perRange });
    expect(count('Vehicle.Odometer = 55')).toMatchObject({ admitted: 0, open: perRange });
    expect(count('Vehicle.Odometer > 100000000')).toMatchObject({ admitted: 0, open: perRange });
    expect(count('Vehicle.Odometer >= 40 and Range.Vehicle.Odometer = "[0,40)"')).toMatchObject({
      admitted: 0,
      open: 0,
    });
  });

  it('an operand without a list is free: only combinations it decides are open', () => {
    expect(count('Vehicle.VIN = "1" or Vehicle.CPO')).toEqual({
      total: all,
      admitted: all / 2,
      open: all / 2,
      free: ['Vehicle.VIN'],
    });
    expect(count('$not($known(Vehicle.VIN)) and Vehicle.CPO')).toEqual({
      total: all,
      admitted: 0,
      open: all / 2,
      free: ['Vehicle.VIN', '$known'],
    });
  });

  it('independent parts are multiplied, however many combinations they have together', () => {
    const many = Array.from({ length: 8 }, (_, index): Operand => {
      const values = listed(Array.from({ length: 20 }, (__, value) => value));
      return { name: `P${index}`, label: `P${index}`, type: 'number', values };
    });
    const text = many.map(({ name }) => `${name} < 10`).join(' and ');
    expect(count(text, many)).toEqual({ total: 20 ** 8, admitted: 10 ** 8, open: 0, free: [] });
    const either = many.map(({ name }) => `${name} < 10`).join(' or ');
    expect(count(either, many)).toMatchObject({ admitted: 20 ** 8 - 10 ** 8 });
  });

  it('returns nothing rather than counting forever', () => {
    const many = Array.from({ length: 8 }, (_, index): Operand => {
      const values = listed(Array.from({ length: 20 }, (__, value) => value));
      return { name: `P${index}`, label: `P${index}`, type: 'number', values };
    });
    expect(count(`${many.map(({ name }) => name).join(' + ')} > 10`, many)).toBe(undefined);
    const chained = many.slice(1).map(({ name }, index) => `(P${index} < 10 or ${name} > 3)`);
    expect(count(chained.join(' and '), many)).toBe(undefined);
  });
});
