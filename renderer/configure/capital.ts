/** Capitalizes the first letter, independent of the browser's locale. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A title made from an id: `product-copy` → `Product copy`. */
export const titleOfId = (id: string): string => capital(id.replaceAll('-', ' '));
