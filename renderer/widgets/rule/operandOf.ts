/** Converts operands and functions from the server's answer to engine types. */
import type { Operand, RuleFunction } from '#engine';
import type { RuleFunctionHelp, RuleOperand } from './ruleTypes.ts';

export function operandOf({ SourceName, Name, Type, Values, Follows }: RuleOperand): Operand {
  const values = Values.map((one) => ({
    value: one.Value,
    label: one.Name,
    members: one.Members,
    range: one.Range && {
      low: one.Range.Low,
      high: one.Range.High,
      includesLow: one.Range.IncludesLow,
      includesHigh: one.Range.IncludesHigh,
    },
  }));
  return { name: SourceName, label: Name, type: Type, values, follows: Follows };
}

export function functionOf({ Name, Parameters, Words }: RuleFunctionHelp): RuleFunction {
  const parameters = Parameters.map((one) => ({ name: one.Name, type: 'any' as const }));
  return { name: Name, parameters, words: Words ?? undefined };
}
