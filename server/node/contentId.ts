/** Under what ids contents are kept; what an upload cut short has left in a folder ends in `.part`. */
export const contentName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.part)?$/;

/** Nothing is kept under anything else. */
export const isContentId = (id: string): boolean => contentName.exec(id)?.[1] === id;

/** Refuses what could be part of a path, a key or a statement. */
export function requireContentId(id: string): void {
  if (!isContentId(id)) throw new TypeError('A content is kept under a UUID.');
}
