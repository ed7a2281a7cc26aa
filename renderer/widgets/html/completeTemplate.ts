import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { namesAfter, scopeAt } from '#engine';
import type { TemplateContext } from './templateContext.ts';

/** Completes names readable at the cursor, inside braces only. */
export function completeTemplate(template: TemplateContext): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const place = scopeAt(text, context.pos, template);
    if (!place.isInside) return null;
    const block = context.matchBefore(/\{\{\s*[#/][a-z]*/);
    if (block) return { from: block.from + block.text.search(/[#/]/), options: blockWords };
    const path = context.matchBefore(/[$\w.]*/);
    if (!path) return null;
    const names = namesAfter(path.text, place.scope);
    const options = path.text.includes('.')
      ? names.map(optionOf)
      : [...names.map(optionOf), ...functionsOf(template)];
    return { from: path.from + path.text.lastIndexOf('.') + 1, options, validFor: /^[$\w]*$/ };
  };
}

const blockWords: readonly Completion[] = ['#each ', '#if ', '/each', '/if'].map((label) => ({
  label,
  type: 'keyword',
}));

function optionOf({ name, type }: ReturnType<typeof namesAfter>[number]): Completion {
  const isList = type.kind === 'list';
  return { label: name, type: isList ? 'enum' : 'property', detail: isList ? '[ ]' : undefined, boost: 1 };
}

function functionsOf({ scope }: TemplateContext): readonly Completion[] {
  return [...(scope.functions?.values() ?? [])].map(({ name }) => ({
    label: `$${name}`,
    apply: `$${name}(`,
    type: 'function',
    boost: -1,
  }));
}
