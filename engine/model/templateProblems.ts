/** Checks a template of a declaration, and records the fields and features that it reads. */
import type { ParseResult } from '../expression/parseExpression.ts';
import { checkTemplate } from '../template/checkTemplate.ts';
import { templateFunctions } from '../template/templateFunctions.ts';
import type { TemplateProblem, TypeScope } from '../template/types.ts';
import type { Model } from '../types/modelTypes.ts';
import { usedBy } from './checkTypes.ts';
import type { Compiler } from './compiler.ts';

type Place = { readonly file: string; readonly path: string };
type Around = {
  readonly model: Model;
  readonly compiler: Compiler;
  readonly scope: Omit<TypeScope, 'functions'>;
  readonly place: Place;
};

/** With the part of the text that it is about. */
type PartProblem = TemplateProblem & { readonly part: string };

/** The code and params of its finding, which names what was probably meant. */
export function findingOf({ part, fix: near }: PartProblem, code: string): Finding {
  return near === undefined ? { code, params: { part } } : { code: `${code}-near`, params: { part, near } };
}

type Finding = { readonly code: string; readonly params: Readonly<Record<string, string>> };

/** More in one text are not reported. */
const most = 5;

export function templateProblems(
  text: string,
  { model, compiler, scope, place }: Around,
): readonly PartProblem[] {
  if (!text.includes('{{')) return [];
  const parse = (expression: string) => {
    const { tree, problems = [] } = compiler.parse(expression) as Partial<ParseResult>;
    return { tree, problems } as ParseResult;
  };
  const used = new Set<string>();
  const problems = checkTemplate(text, {
    parse,
    scope: { ...scope, functions: templateFunctions },
    reading: (tree, around) => {
      for (const of of usedBy(tree, around, templateFunctions, model.entities)) used.add(of);
    },
  });
  for (const of of used) compiler.use(of, place);
  return problems.slice(0, most).map((problem) => ({
    ...problem,
    part: text.slice(problem.at, problem.at + Math.min(problem.length, 60)),
  }));
}
