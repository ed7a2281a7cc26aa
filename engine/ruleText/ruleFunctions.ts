import { createFunctionTable } from '../expression/functions.ts';
import type { FunctionRecord, FunctionTable } from '../expression/functionTypes.ts';
import type { RuleFunction } from '../types/ruleTextTypes.ts';

/** Answers a function call of a rule text; undefined while the answer is unknown. */
export type Asked = (name: string, args: readonly unknown[]) => boolean | undefined;

/** The functions of the profile and of the host, which call `$asked` in the scope. */
export function ruleFunctionTable(functions: readonly RuleFunction[]): FunctionTable {
  return createFunctionTable(functions.map(recordOf));
}

function recordOf({ name, parameters, help }: RuleFunction): FunctionRecord {
  return {
    name,
    parameters,
    help,
    result: { kind: 'boolean' },
    evaluate: (args, { scope }) => {
      const asked = scope.vars.asked as Asked | undefined;
      return args.some((arg) => arg === undefined) ? undefined : asked?.(name, args);
    },
  };
}
