/** Templates generated from the declaration, in the language of the call, for records that request them. */
import { automaticTemplate, type DataRecord, formatMessage, type Model } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import type { OperationCall } from './OperationCall.ts';

/** The answer with automatic templates in place of the stored ones. */
export function withAutomaticHtml(call: OperationCall, plan: EntityPlan, answer: DataRecord): DataRecord {
  const made = automaticHtml(call, plan, ({ when }) => answer[when] === true);
  return Object.keys(made).length > 0 ? { ...answer, ...made } : answer;
}

/** The automatic templates of an entity, by field; `wanted` selects which. */
export function automaticHtml(
  { runtime: { model }, locale }: OperationCall,
  { entity }: EntityPlan,
  wanted: (automatic: { readonly when: string }) => boolean = () => true,
): Record<string, string> {
  const say = (key: string) => formatMessage(model, locale, key);
  const made: Record<string, string> = {};
  for (const { name, template } of entity.fields) {
    const { automatic } = template ?? {};
    if (!automatic || !wanted(automatic)) continue;
    made[name] = remembered(model, `${locale} ${entity.id}.${name}`, () =>
      automaticTemplate({ model, entity, say, view: automatic.view }),
    );
  }
  return made;
}

const known = new WeakMap<Model, Map<string, string>>();

/** Cached per model and language: a template depends on nothing else. */
function remembered(model: Model, key: string, make: () => string): string {
  const ofModel = known.get(model) ?? new Map<string, string>();
  known.set(model, ofModel);
  const html = ofModel.get(key) ?? make();
  ofModel.set(key, html);
  return html;
}
