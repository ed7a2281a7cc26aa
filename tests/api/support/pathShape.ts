/** The form in which a router compares paths: words ignoring case, and the positions of parameters. */
export const pathShape = (path: string): string =>
  path
    .replace(/\/$/, '')
    .replace(/\{[^}]+\}/g, '{}')
    .toLowerCase();
