import { type EntityModel, type Model, parseExpression, templateScope } from '#engine';

/** What placeholders may read and how they are read: the same check as the server's. */
export type TemplateContext = {
  readonly parse: typeof parseExpression;
  readonly scope: ReturnType<typeof templateScope>;
};

/** Made once for an editor: what was read before is remembered while somebody types. */
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
