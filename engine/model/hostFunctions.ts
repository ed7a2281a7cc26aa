/** Functions only declarations have: they read who acts. */

import { createFunctionTable } from '../expression/functions.ts';
import type { FunctionRecord, FunctionTable } from '../expression/functionTypes.ts';

const can: FunctionRecord = {
  name: 'can',
  parameters: [{ name: 'feature', type: 'text' }],
  result: { kind: 'boolean' },
  evaluate: ([feature], { scope }) => featuresOf(scope.vars.user).includes(feature),
  reads: [{ from: 'user', path: ['Features'] }],
  help: 'True when the person holds the feature.',
};

/** Bits by the name of their lookup item. */
type FlagBits = ReadonlyMap<string, number>;

/** `$flag`: flags are one number, and only their lookup knows which bit has which name. */
function flagFunction(bits: FlagBits): FunctionRecord {
  return {
    name: 'flag',
    parameters: [
      { name: 'flags', type: 'number' },
      { name: 'flag', type: 'scalar' },
    ],
    result: { kind: 'boolean' },
    evaluate: ([value, wanted]) => {
      const bit = typeof wanted === 'string' ? bits.get(wanted) : Number(wanted ?? 0);
      return bit !== undefined && (Number(value ?? 0) & bit) === bit;
    },
    refuses: (text) =>
      bits.has(text)
        ? undefined
        : `No lookup of flags has an item ${text}. Known: ${[...bits.keys()].join(', ')}.`,
    help: 'True when the flags hold the named one, or all of other flags.',
  };
}

/** The functions of the expression profile and those of declarations. */
export function createDeclarationFunctions(bits: FlagBits): FunctionTable {
  return createFunctionTable([can, flagFunction(bits)]);
}

function featuresOf(user: unknown): readonly unknown[] {
  const features = (user as { Features?: unknown } | undefined)?.Features;
  return Array.isArray(features) ? features : [];
}
