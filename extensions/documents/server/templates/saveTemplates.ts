// Custom code: turns a list of views into two fields of a product, or generates them from the declaration.
import type { DataRecord } from '#engine';
import {
  answered,
  automaticHtml,
  defineAction,
  flag,
  listOf,
  loadAnswer,
  may,
  Refusal,
  revision,
  sent,
  text,
  updateRecord,
} from '#server/extension';
import { templates } from '../shapes.ts';
import { templatesOf, views } from './views.ts';

/** `PUT /dynamicviews/{id}`; the product page sends the product's own fields instead. */
export const saveTemplates = defineAction({
  body: sent({
    Templates: may(listOf(sent({ ViewName: may(text), Html: may(text) }))),
    ExpandedViewTemplate: may(text),
    SummaryViewTemplate: may(text),
    IsAutomaticTemplate: may(flag),
    Revision: revision,
    ...answered('Id', 'ObjectId', 'BusinessEntityTypeId'),
  }),
  answer: templates,
  run: async (call, { plan, params, input, revision }) => {
    const id = params.id ?? '';
    const stored = await loadAnswer({ call, session: call.runtime.store }, plan, id);
    const isAutomatic = input.IsAutomaticTemplate ?? stored.IsAutomaticTemplate;
    // When switched off, the generated templates become the starting point for manual editing.
    const made = stored.IsAutomaticTemplate === true ? fieldsOf(stored) : {};
    const sent = isAutomatic === true ? automaticHtml(call, plan) : { ...made, ...sentFields(input) };
    const product = await updateRecord(call, plan, {
      id,
      revision,
      action: isAutomatic === true ? 'automatic-template' : 'templates',
      input: { ...sent, IsAutomaticTemplate: isAutomatic ?? false },
    });
    return { ...product, ...templatesOf(product) };
  },
});

function fieldsOf(product: DataRecord): DataRecord {
  return Object.fromEntries(views.map(({ field }) => [field, product[field] ?? null]));
}

/** The views sent; a view that is not named stays unchanged. */
function sentFields(input: DataRecord): DataRecord {
  const own = views.flatMap(({ field }) => (input[field] === undefined ? [] : [[field, input[field]]]));
  return { ...Object.fromEntries(own), ...Object.fromEntries(sentList(input.Templates).map(fieldOf)) };
}

function sentList(sent: unknown): readonly unknown[] {
  if (sent === undefined || sent === null) return [];
  if (Array.isArray(sent)) return sent;
  throw new Refusal('validation', 'templates.no-list', {});
}

function fieldOf(template: unknown): readonly [string, unknown] {
  const { ViewName, Html } = (template ?? {}) as DataRecord;
  const known = views.find(({ name }) => name === ViewName);
  if (!known)
    throw new Refusal('validation', 'templates.unknown-view', {
      params: { name: typeof ViewName === 'string' ? ViewName : '' },
    });
  return [known.field, Html === '' || Html === undefined ? null : Html];
}
