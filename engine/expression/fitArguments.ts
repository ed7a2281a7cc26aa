import type { FunctionCall } from './Evaluation.ts';
import type { Parameter, ParameterType } from './functions.ts';

/** Converts arguments to their parameter types, or fails as jsonata does. */
type Fit = (values: readonly unknown[], context: unknown, call: FunctionCall) => readonly unknown[];

/** The type letters that match each parameter type; m is a missing value. */
const classes: Readonly<Record<ParameterType, string>> = {
  any: '[asnblom]',
  text: '[sm]',
  number: '[nm]',
  boolean: '[bm]',
  scalar: '[nsbm]',
  amount: '[nsm]',
  date: '[sm]',
  object: '[om]',
  list: '[asnblom]',
  numbers: '[asnblom]',
  texts: '[asnblom]',
};

/** jsonata's matching: omitted leading arguments are the current value, single values become lists. */
export function fitArguments(parameters: readonly Parameter[]): Fit {
  const patterns = parameters.map(
    (one) => `(${classes[one.type]}${one.isOptional || one.isContext ? '?' : ''})`,
  );
  const pattern = new RegExp(`^${patterns.join('')}$`);
  return (values, context, call) => {
    if (fitsAsIs(parameters, values)) return values;
    if (isOneList(parameters, values)) return values;
    const letters = values.map(letterOf).join('');
    const match = pattern.exec(letters);
    if (!match) return call.fail('T0410');
    let index = 0;
    return parameters.map((parameter, position) => {
      const letter = match[position + 1] ?? '';
      if (letter === '' && parameter.isContext) return fitContext(parameter, context, call);
      return fitOne(parameter, { value: values[index++], letter }, call);
    });
  };
}

/** Fast path that allocates nothing. */
function fitsAsIs(parameters: readonly Parameter[], values: readonly unknown[]): boolean {
  for (let index = 0; index < parameters.length; index++) {
    const { type, isOptional } = parameters[index] as Parameter;
    if (index >= values.length) return isOptional === true;
    if (type !== 'any' && typeof values[index] !== typeNames[type]) return false;
  }
  return true;
}

/** `$count(list)` with an actual list. */
function isOneList(parameters: readonly Parameter[], values: readonly unknown[]): boolean {
  return parameters.length === 1 && parameters[0]?.type === 'list' && Array.isArray(values[0]);
}

/** Types that `typeof` can check; lists take the slow path. */
const typeNames: Partial<Record<ParameterType, string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
};

function letterOf(value: unknown): string {
  if (value === undefined) return 'm';
  if (value === null) return 'l';
  if (Array.isArray(value)) return 'a';
  return (typeof value)[0] as string;
}

function fitContext(parameter: Parameter, context: unknown, call: FunctionCall): unknown {
  return new RegExp(classes[parameter.type]).test(letterOf(context)) ? context : call.fail('T0411');
}

const itemLetters: Partial<Record<ParameterType, string>> = { numbers: 'n', texts: 's' };

function fitOne(
  parameter: Parameter,
  given: { value: unknown; letter: string },
  call: FunctionCall,
): unknown {
  const isList = parameter.type === 'list' || parameter.type === 'numbers' || parameter.type === 'texts';
  if (!isList || given.value === undefined) return given.value;
  const list = Array.isArray(given.value) ? given.value : [given.value];
  const wanted = itemLetters[parameter.type];
  call.spend(list.length >> 2);
  if (wanted && list.some((item) => letterOf(item) !== wanted)) return call.fail('T0412');
  return list;
}
