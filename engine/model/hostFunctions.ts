/** Functions only declarations have: they read who acts. */

import { createFunctionTable } from '../expression/functions.ts';
import type { FunctionRecord } from '../expression/functionTypes.ts';

const can: FunctionRecord = {
  name: 'can',
  parameters: [{ name: 'feature', type: 'text' }],
  result: { kind: 'boolean' },
  evaluate: ([feature], { scope }) => featuresOf(scope.vars.user).includes(feature),
  reads: [{ from: 'user', path: ['Features'] }],
  help: 'True when the person holds the feature.',
};

/** The functions of the expression profile and those of declarations. */
export const declarationFunctions = createFunctionTable([can]);

function featuresOf(user: unknown): readonly unknown[] {
  const features = (user as { Features?: unknown } | undefined)?.Features;
  return Array.isArray(features) ? features : [];
}
