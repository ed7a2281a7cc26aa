/** Entity tags: they identify the body of an answer (`"3-1k2j9x"`) and the revision of the record. */

/**
 * The ETag of a body. For a record it starts with the revision, so that `If-Match` accepts the ETag of any
 * answer about it (in any language, for any reader) as well as a bare `"3"`.
 */
export function entityTag(body: string, revision?: unknown): string {
  return `"${Number.isSafeInteger(revision) ? revision : 'v'}-${digest(body)}"`;
}

/** The revision in `If-Match`; -1 for a foreign ETag, `undefined` when it is not an ETag. */
export function revisionOfTag(header: string): number | undefined {
  const tag = /^\s*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"\s*$/.exec(header)?.[1] ?? header.trim();
  const revision = /^(\d{1,15})(?:-[0-9a-z]+)?$/.exec(tag)?.[1];
  if (revision !== undefined) return Number(revision);
  return header.includes('"') && !header.includes(',') ? -1 : undefined;
}

/** A 53-bit hash (cyrb53) to tell texts apart; not a security measure. */
function digest(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
