/** Rules, operands and functions in the shape of the API. */
import { formatMessage, type Operand, type OperandRange, type Problem, type RuleFunction } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { problemMessage } from '../operations/ruleTexts/checkRuleTexts.ts';

/** Operands under their API names. */
export function operandBodies(operands: readonly Operand[]) {
  return operands.map(({ id, name, label, type, values, follows, page }) => ({
    Id: id,
    SourceName: name,
    Name: label,
    Type: type,
    Follows: follows,
    Page: page,
    Values: (values ?? []).map((one) => ({
      Value: one.value,
      Name: one.label,
      Members: one.members,
      Range: one.range && rangeBody(one.range),
    })),
  }));
}

const rangeBody = ({ low, high, includesLow, includesHigh }: OperandRange) => ({
  Low: low,
  High: high,
  IncludesLow: includesLow,
  IncludesHigh: includesHigh,
});

/** Functions under their API names. */
export function functionBodies(
  { runtime: { model }, locale }: Pick<ApiCall, 'runtime' | 'locale'>,
  functions: readonly RuleFunction[],
) {
  return functions.map(({ name, parameters, help, words }) => ({
    Name: name,
    Parameters: parameters.map((one) => ({
      Name: one.name,
      Type: one.type,
      IsOptional: one.isOptional === true,
    })),
    Help: help ? formatMessage(model, locale, help) : null,
    Words: words ?? null,
  }));
}

/** Problems of a text in the caller's language. */
export function problemBodies(call: ApiCall, text: string, problems: readonly Problem[]): readonly object[] {
  return problems.map((problem) => {
    const { message, params } = problemMessage(call, text, problem);
    return {
      At: problem.at,
      Length: problem.length ?? 1,
      Message: formatMessage(call.runtime.model, call.locale, message, params),
      Level: problem.level ?? 'error',
      Fix: problem.fix ?? null,
    };
  });
}
