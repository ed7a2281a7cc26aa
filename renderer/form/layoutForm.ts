import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { ItemModel, SectionModel } from '#engine';

/** What RJSF lays out: sections as objects, placed fields as leaves that draw themselves. */
export type FormLayout = { readonly schema: RJSFSchema; readonly uiSchema: UiSchema };

/**
 * The layout of the fields that are visible now. RJSF gets it once per structure of the form, so leaves are the
 * same objects as before: what did not change is not walked again.
 */
export function layoutForm(
  sections: readonly SectionModel[],
  isVisible: (item: ItemModel) => boolean,
): FormLayout {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {};
  for (const section of sections) {
    const items = section.items.filter(isVisible);
    if (items.length === 0) continue;
    properties[section.id] = sectionSchema(items);
    uiSchema[section.id] = sectionUiSchema(section, items);
  }
  return { schema: { type: 'object', properties }, uiSchema };
}

/** Only its presence counts for RJSF: the leaf reads the type from the form's state. */
const leafSchema: RJSFSchema = { type: 'string' };

function sectionSchema(items: readonly ItemModel[]): RJSFSchema {
  return { type: 'object', properties: Object.fromEntries(items.map((item) => [item.field, leafSchema])) };
}

function sectionUiSchema(section: SectionModel, items: readonly ItemModel[]): UiSchema {
  const leaves = Object.fromEntries(items.map((item) => [item.field, leafUiSchema(item)]));
  return { 'ui:section': section, ...leaves };
}

const leafUiSchemas = new WeakMap<ItemModel, UiSchema>();

function leafUiSchema(item: ItemModel): UiSchema {
  const known = leafUiSchemas.get(item);
  if (known) return known;
  const made: UiSchema = { 'ui:field': 'leaf', 'ui:item': item };
  leafUiSchemas.set(item, made);
  return made;
}
