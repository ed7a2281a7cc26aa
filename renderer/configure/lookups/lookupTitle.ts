/** Lists have no title of their own: `product-state-type` reads as « Product state type ». */
export function lookupTitle(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
