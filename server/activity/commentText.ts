/** The text of a comment: plain, normalized and bounded. */
import { wellFormed } from '#engine';
import { refusals } from '../errors/Refusal.ts';

/** Characters of a comment, as declared for `record-comment`. */
export const longestComment = 4000;

/** Invisible characters that reorder text or hide in it. */
const hidden = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B\uFEFF\u2028\u2029]/gu;

export function commentText(given: string): string {
  if (given.length > longestComment * 4) throw tooLong();
  const text = wellFormed(given.replaceAll(/\r\n?/g, '\n').replaceAll(hidden, ''))
    .normalize('NFC')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();
  if (text === '') throw refusals.noCommentText();
  if (text.length > longestComment) throw tooLong();
  return text;
}

const tooLong = () => refusals.commentTooLong({ params: { limit: longestComment } });
