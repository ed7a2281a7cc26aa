// Custom code: the calls list the two views of a product, which stores them as two fields.
import type { DataRecord } from '#engine';

/** The views of a product: name in the calls and field. */
export const views = [
  { name: 'ExpandedView', field: 'ExpandedViewTemplate' },
  { name: 'SummaryView', field: 'SummaryViewTemplate' },
] as const;

/** The id for products, the only business entity with templates. */
const businessEntityTypeId = 1;

/** The answer of `/dynamicviews/{id}`. */
export function templatesOf(product: DataRecord): DataRecord {
  return {
    Templates: views.map(({ name, field }) => ({ ViewName: name, Html: product[field] ?? null })),
    IsAutomaticTemplate: product.IsAutomaticTemplate === true,
    ObjectId: product.Id,
    BusinessEntityTypeId: businessEntityTypeId,
    Revision: product.Revision,
  };
}
