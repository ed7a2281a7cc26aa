import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { ItemModel, SectionModel } from '#engine';

/** What RJSF lays out: sections that draw their fields themselves. */
type FormLayout = { readonly schema: RJSFSchema; readonly uiSchema: UiSchema };

/** A section with those of its fields that are visible now. */
export type ShownSection = { readonly section: SectionModel; readonly items: readonly ItemModel[] };

/**
 * The layout of the fields that are visible now. RJSF gets it once per structure of the form, and walks sections, not
 * fields: of a form with hundreds of them, most of the time to open it would go there.
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
    const shown: ShownSection = { section, items };
    properties[section.id] = sectionSchema;
    uiSchema[section.id] = { 'ui:field': 'section', 'ui:shown': shown };
  }
  return { schema: { type: 'object', properties }, uiSchema };
}

/** Only its presence counts for RJSF: fields read their types from the form's state. */
const sectionSchema: RJSFSchema = { type: 'string' };
