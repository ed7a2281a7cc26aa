/** The file that a `DATABASE_URL` names; undefined for an address of another kind. */
export function databasePath(address: string): string | undefined {
  return /^file:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
}
