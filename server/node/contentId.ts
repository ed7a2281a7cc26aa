/** File names of stored contents; an interrupted upload leaves a name that ends in `.part`. */
export const contentName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.part)?$/;

/** Contents are stored under UUIDs only. */
export const isContentId = (id: string): boolean => contentName.exec(id)?.[1] === id;

/** Throws for an id that could alter a path, a key or a statement. */
export function requireContentId(id: string): void {
  if (!isContentId(id)) throw new TypeError('A content is kept under a UUID.');
}
