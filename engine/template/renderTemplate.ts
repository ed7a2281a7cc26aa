import { type Compiled, compileTree } from '../expression/compileTree.ts';
import type { ExpressionType } from '../expression/functionTypes.ts';
import { itemType } from '../expression/typeFacts.ts';
import { type Parts, wholly } from '../parts.ts';
import { scopeOfEach, typeIn } from './checkTemplate.ts';
import { parseInParts } from './parseTemplate.ts';
import { TemplateError } from './TemplateError.ts';
import { type TemplateContext, type TemplateNode, type TypeScope, templateLimits } from './types.ts';
import { type TemplateWords, writeValue } from './writeValue.ts';

type RenderOptions = TemplateContext & {
  readonly record: unknown;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly words: TemplateWords;
};

/** Renders a checked template; every value is escaped. Throws `TemplateError` beyond its limits. */
export function renderTemplate(text: string, options: RenderOptions): string {
  return wholly(renderInParts(text, options));
}

/** Does the same, yielding after each placeholder. */
export function* renderInParts(text: string, options: RenderOptions): Parts<string> {
  const { nodes, problems } = yield* parseInParts(text, options.parse);
  if (problems.length > 0) throw new TemplateError('template.broken');
  const parts = yield* compileNodes(nodes, options.scope);
  const run: Run = {
    out: [],
    length: 0,
    steps: 0,
    work: { left: templateLimits.work },
    words: options.words,
  };
  const vars = { ...options.vars, record: options.record };
  yield* renderParts(parts, { root: options.record, vars }, run);
  return run.out.join('');
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Compiled; readonly type: ExpressionType }
  | {
      readonly kind: 'each' | 'if';
      readonly value: Compiled;
      readonly body: readonly Part[];
      readonly otherwise: readonly Part[];
    };

type Place = { readonly root: unknown; readonly vars: Readonly<Record<string, unknown>> };

type Run = {
  readonly out: string[];
  length: number;
  steps: number;
  readonly work: { left: number };
  readonly words: TemplateWords;
};

function* compileNodes(nodes: readonly TemplateNode[], scope: TypeScope): Parts<readonly Part[]> {
  const compiled: Part[] = [];
  for (const node of nodes) compiled.push(yield* compileNode(node, scope));
  return compiled;
}

function* compileNode(node: TemplateNode, scope: TypeScope): Parts<Part> {
  if (node.kind === 'text') return node;
  yield;
  const value = compileTree(node.tree, { functions: scope.functions });
  const type = typeIn(node.tree, scope);
  if (node.kind === 'value') return { kind: 'value', value, type: itemType(type) };
  const inside = node.kind === 'each' ? scopeOfEach(type, scope) : scope;
  return {
    kind: node.kind,
    value,
    body: yield* compileNodes(node.body, inside),
    otherwise: yield* compileNodes(node.otherwise, scope),
  };
}

function* renderParts(parts: readonly Part[], place: Place, run: Run): Parts<void> {
  for (const part of parts) {
    if (part.kind === 'text') {
      write(run, part.text);
      continue;
    }
    yield;
    if (part.kind === 'value')
      write(run, writeValue(readValue(part.value, place, run), part.type, run.words));
    else if (part.kind === 'if')
      yield* renderParts(isTrue(readValue(part.value, place, run)) ? part.body : part.otherwise, place, run);
    else yield* renderEach(part, place, run);
  }
}

function* renderEach(part: Extract<Part, { kind: 'each' | 'if' }>, place: Place, run: Run): Parts<void> {
  const found = readValue(part.value, place, run);
  const items = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  if (items.length === 0) yield* renderParts(part.otherwise, place, run);
  for (const [index, item] of items.entries()) {
    step(run);
    yield* renderParts(part.body, { root: item, vars: { ...place.vars, outer: place.root, index } }, run);
  }
}

function readValue(value: Compiled, { root, vars }: Place, run: Run): unknown {
  step(run);
  try {
    return value.evaluate({ root, vars, work: run.work });
  } catch (cause) {
    // A value that fails to compute is left empty: a preview with a gap is better than none.
    if (run.work.left >= 0) return undefined;
    throw new TemplateError('template.too-much', { cause });
  }
}

function step(run: Run): void {
  run.steps += 1;
  if (run.steps > templateLimits.steps) throw new TemplateError('template.too-much');
}

function write(run: Run, text: string): void {
  run.length += text.length;
  if (run.length > templateLimits.output) throw new TemplateError('template.too-much');
  run.out.push(text);
}

/** Missing, false, zero, empty text and empty list are false. */
function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
