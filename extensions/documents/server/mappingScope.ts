/** Custom code: the types of mapping expressions come from the product's declaration. */
import {
  type Compiled,
  checkTree,
  compileTree,
  defaultFunctions,
  type ExpressionType,
  type Model,
  parseExpression,
  recordType,
  type TypeScope,
} from '#engine';

/** What the expression of a form field may read. */
export function mappingScope(model: Model): TypeScope {
  const record = (entity: string) => () => recordType(model, entity);
  return {
    root: { kind: 'object', fields: { Product: record('product'), Agreement: record('agreement-document') } },
    vars: { today: { kind: 'date' }, now: { kind: 'datetime' } },
  };
}

/** The compiled expression, or its first problem. */
export function compileMapping(model: Model, text: string): Compiled | { readonly problem: string } {
  const parsed = parseExpression(text);
  if (!parsed.tree) return { problem: parsed.problems[0]?.message ?? text };
  const { problems } = checkTree(parsed.tree, { functions: defaultFunctions, ...mappingScope(model) });
  const wrong = problems.find(({ level }) => level !== 'warning');
  return wrong ? { problem: wrong.message } : compileTree(parsed.tree, { text });
}

/** Suggested paths; people may enter others. */
export function knownPaths(model: Model): readonly string[] {
  const { root } = mappingScope(model);
  return ['$today', ...pathsIn(root, '', 0)];
}

const offered: ReadonlySet<ExpressionType['kind']> = new Set(['text', 'number', 'boolean', 'date']);
const deepest = 3;

function pathsIn(type: ExpressionType, before: string, depth: number): readonly string[] {
  if (type.kind !== 'object' || depth > deepest) return [];
  return Object.entries(type.fields).flatMap(([name, member]) => {
    const path = before ? `${before}.${name}` : name;
    const of = member();
    // Ids are useless on paper.
    return offered.has(of.kind) ? (name.endsWith('Id') ? [] : [path]) : pathsIn(of, path, depth + 1);
  });
}
