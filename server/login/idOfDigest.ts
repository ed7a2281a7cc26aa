/** Turns a digest into an id, so that lookups use the primary key instead of another index. */
export function idOfDigest(digest: string): string {
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
