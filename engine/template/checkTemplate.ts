import { checkTree } from '../expression/checkTree.ts';
import { anyType, type ExpressionType, numberType } from '../expression/functionTypes.ts';
import type { Tree } from '../expression/tree.ts';
import { itemType } from '../expression/typeFacts.ts';
import { type Parts, wholly } from '../parts.ts';
import { expressionProblem, parseInParts, problemAt } from './parseTemplate.ts';
import {
  type TemplateContext,
  type TemplateNode,
  type TemplateProblem,
  type TypeScope,
  templateLimits,
} from './types.ts';

/** The problems of a template: syntax errors, unknown names, values that cannot be written as text. */
export function checkTemplate(text: string, context: TemplateContext): readonly TemplateProblem[] {
  return wholly(checkTemplateInParts(text, context));
}

/** Does the same, yielding after each placeholder. */
export function* checkTemplateInParts(
  text: string,
  { parse, scope, reading }: TemplateContext,
): Parts<readonly TemplateProblem[]> {
  const { nodes, problems } = yield* parseInParts(text, parse);
  const found = [...problems];
  const note = (make: () => TemplateProblem) => found.length < templateLimits.problems && found.push(make());
  function* check(of: readonly TemplateNode[], within: TypeScope): Parts<void> {
    for (const node of of) {
      if (node.kind === 'text') continue;
      yield;
      reading?.(node.tree, within);
      const type = typeIn(node.tree, within, (problem) =>
        note(() => expressionProblem(text, node.offset, problem)),
      );
      if (node.kind === 'value') {
        if (!isText(type)) note(() => noText(text, node, type));
        continue;
      }
      yield* check(node.body, node.kind === 'each' ? scopeOfEach(type, within) : within);
      yield* check(node.otherwise, within);
    }
  }
  yield* check(nodes, scope);
  return found.sort((a, b) => a.at - b.at);
}

type Report = (problem: ReturnType<typeof checkTree>['problems'][number]) => void;

/** The type of an expression, without warnings about lists of one item, which templates handle. */
export function typeIn(tree: Tree, scope: TypeScope, report: Report = () => undefined): ExpressionType {
  const { type, problems } = checkTree(tree, scope);
  for (const problem of problems) if (problem.level !== 'warning') report(problem);
  return type;
}

/** Inside `{{#each}}` names refer to the item; `$outer` is the enclosing scope, `$record` the record. */
export function scopeOfEach(list: ExpressionType, around: TypeScope): TypeScope {
  return {
    ...around,
    root: itemType(list),
    vars: { ...around.vars, outer: around.root, index: numberType, record: around.vars.record ?? anyType },
  };
}

function isText(type: ExpressionType): boolean {
  return itemType(type).kind !== 'object';
}

function noText(
  text: string,
  { at, offset }: { readonly at: number; readonly offset: number },
  type: ExpressionType,
): TemplateProblem {
  const end = text.indexOf('}}', offset);
  const message = type.kind === 'list' ? 'template.is-list' : 'template.is-object';
  const name = text.slice(offset, end).trim();
  return problemAt(text, { at, length: end + 2 - at }, message, { name });
}
