// Code, because the calls name the two views of a product in a list, and the product keeps them as two fields.
import type { DataRecord } from '#engine';

/** The views of a product: their name in the calls, and their field. */
export const views = [
  { name: 'ExpandedView', field: 'ExpandedViewTemplate' },
  { name: 'SummaryView', field: 'SummaryViewTemplate' },
] as const;

/** What kind of business object a template belongs to: products are the only one that has templates. */
const businessEntityTypeId = 1;

/** The shape of `/dynamicviews/{id}`. */
export function templatesOf(product: DataRecord): DataRecord {
  return {
    Templates: views.map(({ name, field }) => ({ ViewName: name, Html: product[field] ?? null })),
    IsAutomaticTemplate: product.IsAutomaticTemplate === true,
    ObjectId: product.Id,
    BusinessEntityTypeId: businessEntityTypeId,
    Revision: product.Revision,
  };
}
