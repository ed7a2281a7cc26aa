/** What is asked for by a digest is found by primary key, without an index of its own. */
export function idOfDigest(digest: string): string {
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
