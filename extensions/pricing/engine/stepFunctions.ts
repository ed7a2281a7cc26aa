/** The functions of steps: those of exact numbers, and one for each kind of look-up. */
import {
  anyType,
  booleanType,
  type FunctionRecord,
  type FunctionTable,
  needs,
  numberType,
  takes,
} from '#engine';
import type { StepBook } from './types.ts';

const none = () => undefined;
const number = (
  name: string,
  more: readonly FunctionRecord['parameters'][number][] = [],
): FunctionRecord => ({
  name,
  parameters: [needs('number', 'amount'), ...more],
  result: numberType,
  evaluate: none,
});
const rest = { name: 'more', type: 'amount', isOptional: true, isRest: true } as const;

const exactFunctions: readonly FunctionRecord[] = [
  number('money', [takes('scale', 'number')]),
  number('floor', [takes('scale', 'number')]),
  number('ceil', [takes('scale', 'number')]),
  number('abs'),
  number('least', [rest]),
  number('greatest', [rest]),
  { name: 'not', parameters: [needs('condition', 'boolean')], result: booleanType, evaluate: none },
  { name: 'has', parameters: [needs('value', 'any')], result: booleanType, evaluate: none },
  {
    name: 'default',
    parameters: [needs('value', 'any'), needs('otherwise', 'any')],
    result: ([, otherwise]) => otherwise ?? anyType,
    evaluate: none,
  },
];

/** What a checker of steps knows; unknown look-ups are found where they are written. */
export function stepFunctions({ kinds, lookUps }: StepBook): FunctionTable {
  const asked = kinds.map((kind): FunctionRecord => {
    const names = lookUps.filter((one) => one.kind === kind).map(({ name }) => name);
    return {
      name: kind,
      parameters: [needs('name', 'text')],
      result: numberType,
      refuses: (text) => {
        const known = [...new Set(names)].join(', ');
        return names.includes(text) ? undefined : `There is no ${kind} '${text}'. Known: ${known || 'none'}.`;
      },
      evaluate: none,
    };
  });
  return new Map([...exactFunctions, ...asked].map((record) => [record.name, record]));
}
