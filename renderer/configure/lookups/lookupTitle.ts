import { titleOfId } from '../capital.ts';

/** Lookups have no title: `product-state-type` reads as « Product state type ». */
export function lookupTitle(id: string): string {
  return titleOfId(id);
}
