import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { readSources, type Source } from './sources.ts';

const sources = readSources();
const fileLimit = 400;
const functionLimit = 60;

it(`no file is longer than ${fileLimit} lines`, () => {
  const long = sources
    .filter(({ lines }) => lines > fileLimit)
    .map(({ file, lines }) => `${file}: ${lines} lines`);
  expect(long).toEqual([]);
});

it(`no function is longer than ${functionLimit} lines`, () => {
  expect(sources.filter(({ isTest }) => !isTest).flatMap(longFunctions)).toEqual([]);
});

it('the length of a function is measured, in every form of function', () => {
  const body = '\n'.repeat(functionLimit);
  const forms = [`function a() {${body}}`, `const a = () => {${body}};`, `const o = { a() {${body}} };`];
  for (const text of forms)
    expect(longFunctions({ file: 'a.ts', text, program: parseSync('a.ts', text).program })).toHaveLength(1);
  expect(
    longFunctions({
      file: 'a.ts',
      text: 'const a = () => 1;',
      program: parseSync('a.ts', 'const a = () => 1;').program,
    }),
  ).toEqual([]);
});

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { name?: string };
};

function longFunctions({ file, text, program }: Pick<Source, 'file' | 'text' | 'program'>): string[] {
  return [...functionsIn(program)].flatMap(({ start, end, id }) => {
    const length = text.slice(start, end).split('\n').length;
    const line = text.slice(0, start).split('\n').length;
    return length > functionLimit ? [`${file}:${line} ${id?.name ?? ''} ${length} lines`] : [];
  });
}

function* functionsIn(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const item of node) yield* functionsIn(item);
  else if (node !== null && typeof node === 'object') {
    const { type } = node as Node;
    if (type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression')
      yield node as Node;
    for (const child of Object.values(node))
      if (child !== null && typeof child === 'object') yield* functionsIn(child);
  }
}
