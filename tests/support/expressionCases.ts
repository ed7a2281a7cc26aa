import fc from 'fast-check';
import jsonata from 'jsonata';
import { type Compiled, compileTree, ExpressionError, parseExpression } from '#engine';

/** An expression and the values it is evaluated on. */
export type ExpressionCase = { readonly text: string; readonly scopes: readonly CaseScope[] };
export type CaseScope = { readonly root: unknown; readonly vars: Readonly<Record<string, unknown>> };

/** The result in comparable form: the value in canonical JSON, or the code of the error. */
export type Outcome = { readonly value: string } | { readonly error: string };

export type Difference = {
  readonly text: string;
  readonly scope: CaseScope;
  readonly ours: Outcome;
  readonly theirs: Outcome;
};

const names = ['a', 'b', 'c', 'd', '`e f`', 'length', 'constructor', 'at', '`0`'];
const fieldNames = ['a', 'b', 'c', 'd', 'e f', 'length', 'toString', 'at', '0'];
const texts = ['', 'a', 'A', 'b', 'ab', ' a  b ', '1', '12.5', 'true', 'é', '😀x', '2026-01-31'];
const numbers = [0, 1, -1, 2, 3, 0.5, -0.5, 2.5, 1.005, 0.1, 0.2, 10, 1e21, 1e-7, 1e308];

/** JSON values, shallow and with few names, so that paths often match. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(...numbers, ...texts, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(tie('record'), { maxLength: 3 }),
    tie('record'),
  ),
  record: fc.dictionary(fc.constantFrom(...fieldNames), tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).value;

const anyScope: fc.Arbitrary<CaseScope> = fc.record({
  root: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), anyValue, {
        minKeys: 2,
        noNullPrototype: true,
      }),
    },
    { weight: 1, arbitrary: anyValue },
  ),
  vars: fc.record({ x: anyValue, y: anyValue }),
});

const literal = fc.oneof(
  fc.constantFrom(...numbers).map((value) => (value < 0 ? `(${value})` : String(value))),
  fc.constantFrom(...texts).map((value) => JSON.stringify(value)),
  fc.constantFrom('true', 'false', 'null'),
);

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  { weight: 1, arbitrary: fc.constantFrom(...names) },
);

const one = [
  'not',
  'exists',
  'boolean',
  'string',
  'number',
  'count',
  'sum',
  'max',
  'min',
  'average',
  'round',
  'floor',
];
const more = [
  'ceil',
  'abs',
  'length',
  'uppercase',
  'lowercase',
  'trim',
  'distinct',
  'sort',
  'keys',
  'reverse',
  'join',
];
const two = [
  'round',
  'contains',
  'substring',
  'lookup',
  'append',
  'join',
  'substringBefore',
  'substringAfter',
];
const current = ['string', 'not', 'boolean', 'uppercase', 'number', 'round', 'keys', 'length', 'abs'];

/** Texts inside the profile; parentheses are random, since both sides parse the same text. */
export const anyExpression: fc.Arbitrary<string> = fc.letrec<
  Record<'part' | 'path' | 'step' | 'filter' | 'call', string>
>((tie) => {
  const part = tie('part');
  const operator = fc.constantFrom(
    '+',
    '-',
    '*',
    '/',
    '%',
    '&',
    '=',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    'in',
    'and',
    'or',
  );
  const list = fc.array(part, { maxLength: 3 });
  return {
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: literal },
      { weight: 6, arbitrary: tie('path') },
      { weight: 5, arbitrary: fc.tuple(part, operator, part).map((sides) => sides.join(' ')) },
      { weight: 2, arbitrary: fc.tuple(part, operator, part).map((sides) => `(${sides.join(' ')})`) },
      {
        weight: 2,
        arbitrary: fc.tuple(part, part, part).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
      },
      { weight: 1, arbitrary: fc.tuple(part, part).map(([test, yes]) => `(${test} ? ${yes})`) },
      { weight: 3, arbitrary: tie('call') },
      { weight: 1, arbitrary: part.map((of) => `-(${of})`) },
      { weight: 2, arbitrary: list.map((items) => `[${items.join(', ')}]`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.integer({ min: -2, max: 3 }), fc.integer({ min: -2, max: 4 }))
          .map(([from, to]) => `[${from}..${to}]`),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(part, part).map(([first, second]) => `{ "a": ${first}, "b": ${second} }`),
      },
      { weight: 1, arbitrary: fc.tuple(part, part).map(([key, value]) => `{ $string(${key}): ${value} }`) },
      { weight: 1, arbitrary: fc.tuple(part, part).map(([value, then]) => `($z := ${value}; ${then})`) },
      { weight: 1, arbitrary: fc.constantFrom('$z', '$', '$$', '$x', '$y', '$constructor') },
    ),
    path: fc
      .tuple(
        fc.oneof(
          { weight: 5, arbitrary: name },
          { weight: 2, arbitrary: fc.constantFrom('$', '$$', '$x', '$y', '$z') },
        ),
        fc.option(tie('filter'), { nil: '', freq: 3 }),
        fc.array(tie('step'), { maxLength: 2 }),
      )
      .map(([first, filter, steps]) => [first + filter, ...steps].join('.')),
    step: fc
      .tuple(
        fc.oneof(
          { maxDepth: 3 },
          { weight: 6, arbitrary: name },
          { weight: 1, arbitrary: part.map((of) => `(${of})`) },
          { weight: 1, arbitrary: list.map((items) => `[${items.join(', ')}]`) },
          { weight: 1, arbitrary: part.map((of) => `{ "b": ${of} }`) },
          { weight: 1, arbitrary: fc.constantFrom(...current).map((called) => `$${called}()`) },
          { weight: 1, arbitrary: fc.constantFrom('$', '"a"') },
        ),
        fc.option(tie('filter'), { nil: '', freq: 4 }),
      )
      .map((parts) => parts.join('')),
    filter: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(0, 1, -1, 2, 1.5).map((place) => `[${place}]`),
      part.map((of) => `[${of}]`),
      fc.tuple(name, part).map(([field, of]) => `[${field} = ${of}]`),
    ),
    call: fc.oneof(
      fc.tuple(fc.constantFrom(...one, ...more), part).map(([called, of]) => `$${called}(${of})`),
      fc
        .tuple(fc.constantFrom(...two), part, part)
        .map(([called, ...args]) => `$${called}(${args.join(', ')})`),
      fc.tuple(part, part, part).map((args) => `$substring(${args.join(', ')})`),
    ),
  };
}).part;

/** Expressions with their values, the same for the same seed. */
export function expressionCases(options: {
  expressions: number;
  scopes: number;
  seed: number;
}): ExpressionCase[] {
  const { expressions, scopes, seed } = options;
  const found = fc.sample(anyExpression, { numRuns: expressions, seed });
  const values = fc.sample(anyScope, { numRuns: Math.min(expressions, 2_000), seed: seed + 1 });
  return found.map((text, index) => ({
    text,
    scopes: Array.from(
      { length: scopes },
      (_, offset) => values[(index * 7 + offset * 13) % values.length] as CaseScope,
    ),
  }));
}

/** Evaluates cases here and in jsonata; a case outside the profile is counted, not compared. */
export async function compareWithJsonata(
  cases: Iterable<ExpressionCase>,
): Promise<{ compared: number; refused: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let compared = 0;
  let refused = 0;
  let spoiled = 0;
  for (const { text, scopes } of cases) {
    const { tree } = parseExpression(text);
    if (!tree) {
      refused++;
      continue;
    }
    const compiled = compileTree(tree);
    const source = jsonata(text);
    for (const scope of scopes) {
      const ours = runOurs(compiled, scope);
      const theirs = await runTheirs(source, scope);
      compared++;
      if (theirs === 'spoiled') spoiled++;
      else if (!isSameOutcome(ours, theirs, text)) differences.push({ text, scope, ours, theirs });
    }
  }
  return { compared: compared - spoiled, refused, differences };
}

function runOurs(compiled: Compiled, scope: CaseScope): Outcome {
  try {
    return { value: canonical(compiled.evaluate(scope)) };
  } catch (error) {
    return { error: error instanceof ExpressionError ? error.code : `thrown: ${error}` };
  }
}

/** `{…}` in jsonata writes into the empty lists of its input, after which it answers for changed data. */
async function runTheirs(source: jsonata.Expression, scope: CaseScope): Promise<Outcome | 'spoiled'> {
  const { root, vars } = structuredClone(scope);
  const outcome = await outcomeOf(source, { root, vars });
  return canonical([root, vars]) !== canonical([scope.root, scope.vars]) ? 'spoiled' : outcome;
}

async function outcomeOf(source: jsonata.Expression, { root, vars }: CaseScope): Promise<Outcome> {
  try {
    return { value: canonical(await source.evaluate(root, vars)) };
  } catch (error) {
    return { error: (error as { code?: string }).code ?? 'unexpected' };
  }
}

/** jsonata evaluates the parts of `[…]` and `{…}` concurrently, so it may report either of two errors. */
function isSameOutcome(ours: Outcome, theirs: Outcome, text: string): boolean {
  if ('value' in ours || 'value' in theirs)
    return 'value' in ours && 'value' in theirs && ours.value === theirs.value;
  return ours.error === theirs.error || text.includes('[') || text.includes('{');
}

/** JSON with sorted object keys, and distinct forms for values that JSON does not distinguish. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
    return `{${fields.sort().join()}}`;
  }
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
