import type { ExpressionType } from '../expression/functionTypes.ts';
import { itemType } from '../expression/typeFacts.ts';
import { scopeOfEach, typeIn } from './checkTemplate.ts';
import { scanTemplate, type Tag } from './scanTemplate.ts';
import type { TemplateContext, TypeScope } from './types.ts';

type TemplatePlace = {
  /** The lists of the enclosing `{{#each}}`, outermost first. */
  readonly lists: readonly string[];
  /** What can be read here. */
  readonly scope: TypeScope;
  /** Whether the position is between braces. */
  readonly isInside: boolean;
};

/** What a template can read at a position in its text, for completion. */
export function scopeAt(text: string, at: number, { parse, scope }: TemplateContext): TemplatePlace {
  const tags = scanTemplate(text.slice(0, at));
  const open: Tag[] = [];
  for (const tag of tags) {
    if (tag.word === 'each' || tag.word === 'if') open.push(tag);
    else if (tag.word === '/each' || tag.word === '/if') open.pop();
  }
  const lists = open.filter(({ word }) => word === 'each').map((tag) => tag.text);
  let here = scope;
  for (const list of lists) {
    const { tree } = parse(list);
    if (tree) here = scopeOfEach(typeIn(tree, here), here);
  }
  return { lists, scope: here, isInside: tags.at(-1)?.word === 'unclosed' };
}

/** Names that can follow `Brand.` or `$record.`; without a dot, those in scope. */
export function namesAfter(
  path: string,
  scope: TypeScope,
): readonly { name: string; type: ExpressionType }[] {
  const steps = path.split('.').slice(0, -1);
  let type: ExpressionType = scope.root;
  for (const [index, step] of steps.entries()) {
    const found = index === 0 && step.startsWith('$') ? scope.vars[step.slice(1)] : memberOf(type, step);
    if (!found) return [];
    type = found;
  }
  const of = itemType(type);
  const fields = of.kind === 'object' ? Object.entries(of.fields) : [];
  const variables =
    steps.length > 0 ? [] : Object.entries(scope.vars).map(([name, one]) => [`$${name}`, () => one] as const);
  return [...fields, ...variables].map(([name, make]) => ({ name, type: make() }));
}

function memberOf(type: ExpressionType, name: string): ExpressionType | undefined {
  const of = itemType(type);
  return of.kind === 'object' && Object.hasOwn(of.fields, name) ? of.fields[name]?.() : undefined;
}
