/** The rule check of the server for isolated widgets, with a few warranty parameters. */
import {
  checkRuleText,
  nestValues,
  operandsUsed,
  type RuleVocabulary,
  ruleFunctionTable,
  ruleLimits,
  spansOf,
  type Tree,
  traceExpression,
} from '#engine';
import type { CheckRule, RuleResult, RuleValues } from '#renderer';

const listed = (...names: string[]) => names.map((name) => ({ value: name, label: name }));

export const vocabulary: RuleVocabulary = {
  operands: [
    { name: 'Policy.TermMonth', label: 'Term (months)', type: 'number' },
    { name: 'Policy.StartDate', label: 'Contract start', type: 'date' },
    {
      name: 'Vehicle.Class',
      label: 'Vehicle class',
      type: 'text',
      values: listed('Compact', 'Sedan', 'Light truck', 'Electric'),
    },
    { name: 'Vehicle.CPO', label: 'Certified pre-owned', type: 'boolean' },
    { name: 'Vehicle.Kilometres', label: 'Kilometres', type: 'number' },
    { name: 'Vehicle.VIN', label: 'VIN', type: 'text' },
  ],
  functions: [
    {
      name: 'vinInList',
      parameters: [{ name: 'vin', type: 'text' }],
      help: 'True when the VIN is on a list of the product.',
    },
  ],
};

/** An entity whose behaviour declares rule parameters, so that a field of format rule compiles. */
export const measure = {
  entity: {
    $id: 'measure',
    title: 'Measure',
    'x-plural': 'Measures',
    type: 'object',
    properties: { Name: { type: 'string', title: 'Name' } },
  },
  behaviour: {
    for: 'measure',
    operand: { name: 'Name', type: "'text'", message: 'rule.in-use' },
  },
};

/** Answers like the server. */
export const checkStoryRule: CheckRule = async ({ text, cases }) => {
  const { tree, problems } = checkRuleText(text, vocabulary);
  const isSound = tree !== undefined && problems.every(({ level }) => level === 'warning');
  return {
    Tree: tree ?? null,
    Problems:
      text.trim() === ''
        ? []
        : problems.map((problem) => ({
            At: problem.at,
            Length: problem.length ?? 1,
            Message: `Character ${problem.at + 1}: ${problem.message}`,
            Level: problem.level ?? 'error',
            Fix: problem.fix ?? null,
          })),
    Used: tree ? operandsUsed(tree).names : [],
    Operands: vocabulary.operands.map((one) => ({
      SourceName: one.name,
      Name: one.label,
      Type: one.type,
      Values: (one.values ?? []).map(({ value, label }) => ({ Value: value, Name: label })),
    })),
    Functions: vocabulary.functions.map((one) => ({
      Name: one.name,
      Parameters: one.parameters.map(({ name, type }) => ({ Name: name, Type: type, IsOptional: false })),
      Help: one.help ?? null,
      Words: null,
    })),
    Results: isSound ? cases.map((values) => judge(tree, text, values)) : [],
  };
};

function judge(tree: Tree, text: string, values: RuleValues): RuleResult {
  const asked = (_name: string, [vin]: readonly unknown[]) => vin === '1FTFW1ET5DFC10312';
  const trace = traceExpression(tree, {
    scope: { root: nestValues(values), vars: { today: '2026-11-21', asked } },
    functions: ruleFunctionTable(vocabulary.functions),
    work: ruleLimits.work,
  });
  const spans = spansOf(tree, text);
  return {
    IsEligible: trace.isUnknown ? null : trace.value === true,
    Missing: trace.missing,
    Error: trace.error ?? null,
    Trace: trace.steps.map((step) => {
      const { start = 0, end = 0 } = spans.get(step.tree) ?? {};
      return {
        At: start,
        End: end,
        Text: text.slice(start, end),
        Value: step.value ?? null,
        IsUnknown: step.isUnknown,
      };
    }),
  };
}
