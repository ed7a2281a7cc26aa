/** What makes two paths of a description the same to a router: their words in any case, and where a parameter stands. */
export const pathShape = (path: string): string =>
  path
    .replace(/\/$/, '')
    .replace(/\{[^}]+\}/g, '{}')
    .toLowerCase();
