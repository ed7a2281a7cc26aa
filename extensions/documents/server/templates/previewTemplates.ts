// Custom code: a quote preview is not a record but both views of a product, rendered with its data.
import type { DataRecord, Locale } from '#engine';
import {
  answers,
  authorize,
  defineAction,
  fillView,
  loadView,
  type OperationCall,
  Refusal,
} from '#server/extension';
import { views } from './views.ts';

/** `GET /dynamicviews/{id}/preview/{language?}`: both views, or a message that they must be created first. */
export const previewTemplates = defineAction({
  body: 'none',
  answer: answers.all({
    Views: answers.list(answers.all({ ViewName: answers.text, Html: answers.maybeText })),
    ObjectId: answers.id,
  }),
  run: async (asked, { plan, params }) => {
    authorize(plan.entity.policy.view, asked.features);
    const call = inLanguage(asked, params.language);
    const product = await loadView(call, plan, params.id ?? '');
    const filled: DataRecord[] = [];
    for (const { name, field } of views) {
      const html = product[field];
      if (typeof html !== 'string' || html.trim() === '')
        throw new Refusal('validation', 'product.templates.missing', {});
      filled.push({ ViewName: name, Html: await fillView(call, plan, { html, view: product }) });
    }
    return { Views: filled, ObjectId: product.Id };
  },
});

/** The language in the path, otherwise that of the call. */
function inLanguage(call: OperationCall, language: string | undefined): OperationCall {
  const locale: Locale | undefined = language === 'fr-CA' || language === 'en-CA' ? language : undefined;
  return locale ? { ...call, locale } : call;
}
