/** A sentence begins with a capital, in whatever language the browser is. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What has no title of its own is called by its id: `product-copy` → `Product copy`. */
export const titleOfId = (id: string): string => capital(id.replaceAll('-', ' '));
