import { titleOfId } from '../capital.ts';

/** Lists have no title of their own: `product-state-type` reads as « Product state type ». */
export function lookupTitle(id: string): string {
  return titleOfId(id);
}
