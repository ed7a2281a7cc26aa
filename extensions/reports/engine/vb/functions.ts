/** All functions of formulas over values that are there; those that choose what is worked out are run by `runFormula`. */
import { conversionFunctions } from './conversionFunctions.ts';
import type { Functions } from './functionTypes.ts';
import { momentFunctions } from './momentFunctions.ts';
import { numberFunctions } from './numberFunctions.ts';
import { textFunctions } from './textFunctions.ts';

export const formulaFunctions: Functions = {
  ...textFunctions,
  ...numberFunctions,
  ...momentFunctions,
  ...conversionFunctions,
};
