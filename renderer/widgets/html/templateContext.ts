import { type EntityModel, type Model, parseExpression, templateScope } from '#engine';

/** Parser and scope of placeholders; the same check as on the server. */
export type TemplateContext = {
  readonly parse: typeof parseExpression;
  readonly scope: ReturnType<typeof templateScope>;
};

/** Creates the context of an editor; caches parsed expressions while typing. */
export function createTemplateContext(model: Model, entity: EntityModel): TemplateContext {
  const known = new Map<string, ReturnType<typeof parseExpression>>();
  const parse: typeof parseExpression = (text) => {
    const before = known.get(text);
    if (before) return before;
    const parsed = parseExpression(text);
    if (known.size < rememberedTexts) known.set(text, parsed);
    return parsed;
  };
  return { parse, scope: templateScope(model, entity) };
}

const rememberedTexts = 2_000;
