import { describe, expect, it } from 'vitest';
import { traceExpression } from '../expression/traceExpression.ts';
import type { Tree } from '../expression/tree.ts';
import type { RuleVocabulary } from '../types/ruleTextTypes.ts';
import { checkRuleText, parseRule } from './checkRuleText.ts';
import { compileRule } from './compileRule.ts';
import { nestValues } from './operandScope.ts';
import { operandsUsed, usesOperand } from './operandsUsed.ts';
import { renameOperand } from './renameOperand.ts';
import { ruleLimits } from './ruleLimits.ts';
import { spansOf } from './spansOf.ts';

const vocabulary: RuleVocabulary = {
  operands: [
    { name: 'Policy.TermMonth', label: 'Term', type: 'number' },
    { name: 'Policy.Start', label: 'Start', type: 'date' },
    { name: 'Vehicle.CPO', label: 'Certified', type: 'boolean' },
    {
      name: 'Vehicle.Class',
      label: 'Class',
      type: 'text',
      values: [
        { value: 'Compact', label: 'Compact' },
        { value: 'Truck', label: 'Truck' },
      ],
    },
  ],
  functions: [
    {
      name: 'vinInList',
      parameters: [
        { name: 'vin', type: 'text' },
        { name: 'list', type: 'text', isOptional: true },
      ],
    },
  ],
};
const problems = (text: string) => checkRuleText(text, vocabulary).problems;
const treeOf = (text: string) => parseRule(text).tree as Tree;

describe('a long rule', () => {
  it('may join more than a hundred conditions without a comparison', () => {
    expect(problems(`${'Vehicle.CPO and '.repeat(150)}Vehicle.CPO`)).toEqual([]);
    expect(problems(`Vehicle${'.and'.repeat(150)} = 1`)[0]?.message).toContain('The path is too long');
  });
});

describe('checkRuleText', () => {
  it.each([
    'Policy.TermMonth <= 60 and Vehicle.CPO',
    'Vehicle.Class in ["Compact", "Truck"] or $vinInList(Vehicle.Class)',
    '$after(Policy.Start, $today)',
    '($long := Policy.TermMonth > 48; $long ? Vehicle.CPO : true)',
  ])('accepts %s', (text) => expect(problems(text)).toEqual([]));

  it.each([
    ['Policy.TermMonths <= 60', 7, 'unknown-name', 'TermMonth'],
    ['Policy.TermMonth <= "60"', 17, 'type', undefined],
    ['Policy.TermMonth', 0, 'verdict', undefined],
    ['Vehicle.CPO &', 13, 'syntax', undefined],
    ['$vinInLst(Vehicle.Class)', 0, 'unknown-function', '$vinInList'],
    ['$vinInList(Policy.TermMonth)', 11, 'type', undefined],
    ['Vehicle.Class = "Compct"', 16, 'value', '"Compact"'],
    ['$user.Name = "x"', 0, 'unknown-name', undefined],
  ])('%s: position, reason and fix', (text, at, code, fix) => {
    const [problem] = problems(text);
    expect(problem).toMatchObject({ at, code });
    expect(problem?.fix).toBe(fix);
    expect(problem?.message).not.toBe('');
  });
});

describe('operandsUsed', () => {
  it('reads names from the tree, not from the text', () => {
    const used = operandsUsed(treeOf('Vehicle.Class = "Policy.TermMonth" and $has(Vehicle.CPO)'));
    expect(used.names.toSorted()).toEqual(['Vehicle.CPO', 'Vehicle.Class']);
    expect(usesOperand(used, 'Policy.TermMonth')).toBe(false);
    expect(used.values).toEqual([{ name: 'Vehicle.Class', value: 'Policy.TermMonth' }]);
  });

  it('finds names behind bindings and computed steps', () => {
    const used = operandsUsed(treeOf('($p := Policy; $p.TermMonth > 1) or Vehicle.(CPO)'));
    expect(usesOperand(used, 'Policy.TermMonth')).toBe(true);
    expect(usesOperand(used, 'Vehicle.CPO')).toBe(true);
    expect(usesOperand(used, 'Vehicle.Class')).toBe(false);
  });

  it('lists the constants compared with a name', () => {
    const used = operandsUsed(treeOf('Vehicle.Class in ["Compact", "Truck"] or 12 = Policy.TermMonth'));
    expect(used.values.map(({ value }) => value)).toEqual(['Compact', 'Truck', 12]);
  });
});

describe('renameOperand', () => {
  it.each([
    ['Policy.TermMonth <= 60 /* months */  and X', 'Contract.Term <= 60 /* months */  and X'],
    ['X = "Policy.TermMonth"  or Policy.TermMonth=1', 'X = "Policy.TermMonth"  or Contract.Term=1'],
    ['Policy . `TermMonth` > 1 and $has(Policy.TermMonth)', 'Contract.Term > 1 and $has(Contract.Term)'],
    ['Vehicle.CPO', 'Vehicle.CPO'],
  ])('%s', (text, renamed) =>
    expect(renameOperand(text, { from: 'Policy.TermMonth', to: 'Contract.Term' })).toBe(renamed),
  );

  it('quotes names that are not plain with backquotes', () =>
    expect(
      renameOperand('Policy.TermMonth > 1', { from: 'Policy.TermMonth', to: 'Policy.Term (months)' }),
    ).toBe('Policy.`Term (months)` > 1'));

  it('refuses what it cannot follow', () =>
    expect(renameOperand('Policy.(TermMonth > 1)', { from: 'Policy.TermMonth', to: 'Contract.Term' })).toBe(
      undefined,
    ));
});

describe('spansOf', () => {
  it('finds every part in its text', () => {
    const text = '  (Policy.TermMonth <= 60) and $has(Vehicle.CPO)';
    const parts = [...spansOf(treeOf(text), text).values()].map(({ start, end }) => text.slice(start, end));
    expect(parts).toEqual(
      expect.arrayContaining([
        'Policy.TermMonth',
        '60',
        '(Policy.TermMonth <= 60)',
        '$has(Vehicle.CPO)',
        '(Policy.TermMonth <= 60) and $has(Vehicle.CPO)',
      ]),
    );
  });
});

describe('nestValues', () => {
  it('merges dotted and nested names and omits empty values', () => {
    const root = nestValues({ 'Policy.TermMonth': 60, Policy: { Start: '2026-01-01' }, 'Vehicle.CPO': null });
    expect(JSON.parse(JSON.stringify(root))).toEqual({ Policy: { TermMonth: 60, Start: '2026-01-01' } });
  });

  it('is safe against prototype pollution', () => {
    nestValues({ '__proto__.polluted': true, 'constructor.prototype.polluted': true });
    expect(({} as { polluted?: true }).polluted).toBe(undefined);
  });
});

/** Texts that try to stall the parser, checker or evaluator. */
const hostile: readonly (readonly [string, string])[] = [
  ['10 MB of text', 'Vehicle.CPO and '.repeat(655_360)],
  ['deep brackets', `${'('.repeat(8000)}Vehicle.CPO${')'.repeat(8000)}`],
  ['deep calls', `${'$not('.repeat(5000)}Vehicle.CPO${')'.repeat(5000)}`],
  ['deep conditions', `${'Vehicle.CPO ? '.repeat(900)}Vehicle.CPO${' : false'.repeat(900)}`],
  ['many parts', Array.from({ length: 3000 }, () => 'Vehicle.CPO').join(' and ')],
  ['minus signs', `Policy.TermMonth = ${'-'.repeat(16_000)}1`],
  ['a huge range', '$count([1..1000000000]) > 0'],
  ['ranges in ranges', '$count([1..1000].([1..1000].([1..1000].($)))) > 0'],
  ['$sum over ranges in ranges', '$sum([1..1000].($sum([1..1000].($ * 2)))) > 0'],
  ['string doubling', `(${doubling(40)} $length($t40) > 0)`],
  ['a regular expression', '$contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)'],
  ['padding', '$length($pad("", 200000000)) > 0'],
  ['recursion', '($f := function($n) { $f($n) }; $f(1))'],
  ['evaluation of text', '$eval("1")'],
  ['a join of a join', '$length($join([1..1000].($join([1..1000].($string($)))))) > 0'],
  ['sorting much', '$count($sort([1..1000].([1..1000].($)))) > 0'],
  ['distinct of much', '$count($distinct([1..1000].([1..200].($string($))))) > 0'],
  ['an unclosed text', `"${'\\"'.repeat(8000)}`],
  ['a long path', `Policy${'.Policy'.repeat(5000)}`],
];

function doubling(times: number): string {
  const first = '$t0 := "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";';
  return (
    first + Array.from({ length: times }, (_, index) => `$t${index + 1} := $t${index} & $t${index};`).join('')
  );
}

describe('no rule text stalls or crashes its host', () => {
  const values = nestValues({ 'Policy.TermMonth': 1, 'Vehicle.CPO': true, 'Vehicle.Class': 'x' });

  it.each(hostile)('%s is refused or stays within its limits', (_, text) => {
    const { tree } = checkRuleText(text, vocabulary);
    if (!tree) return;
    const scope = { root: values, vars: {} };
    const outcomes = [
      () => compileRule(tree, vocabulary.functions)(scope),
      () => traceExpression(tree, { scope, work: ruleLimits.work }),
    ].map((run) => {
      try {
        return typeof run();
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcomes.every((outcome) => ['boolean', 'object', 'ExpressionError'].includes(outcome))).toBe(
      true,
    );
  });
});
