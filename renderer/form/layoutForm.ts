import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FieldView, ItemModel, SectionModel } from '#engine';

/** Input for RJSF: the schema of visible fields by section, and how to draw each. */
type FormLayout = { readonly schema: RJSFSchema; readonly uiSchema: UiSchema };

/** Builds the `schema` and `uiSchema` of a form as placed on its screen, without hidden fields. */
export function layoutForm(
  sections: readonly SectionModel[],
  viewOf: (item: ItemModel) => FieldView,
  showsAll = false,
): FormLayout {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {};
  for (const section of sections) {
    const shown = section.items
      .map((item) => ({ item, view: viewOf(item) }))
      .filter(({ view }) => view.visible || showsAll);
    // A section may consist of its help text alone.
    if (shown.length === 0 && !section.help && !showsAll) continue;
    properties[section.id] = {
      type: 'object',
      properties: Object.fromEntries(shown.map(({ item, view }) => [item.field, schemaOf(view)])),
    };
    uiSchema[section.id] = {
      'ui:options': { section },
      // RJSF compares schemas without the order of their properties.
      'ui:order': shown.map(({ item }) => item.field),
      ...Object.fromEntries(shown.map(({ item }) => [item.field, uiOf(item)])),
    };
  }
  uiSchema['ui:order'] = Object.keys(properties);
  return { schema: { type: 'object', properties }, uiSchema };
}

// Cached, as RJSF renders again when a schema object changes.
const schemas = new WeakMap<object, RJSFSchema>();
const uis = new WeakMap<ItemModel, UiSchema>();

function schemaOf({ field }: FieldView): RJSFSchema {
  const known = schemas.get(field);
  if (known) return known;
  const schema: RJSFSchema = { ...field.schema, title: field.label };
  schemas.set(field, schema);
  return schema;
}

function uiOf(item: ItemModel): UiSchema {
  const known = uis.get(item);
  if (known) return known;
  const ui: UiSchema = { 'ui:options': { item } };
  uis.set(item, ui);
  return ui;
}
