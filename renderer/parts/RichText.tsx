import { Fragment, type ReactNode } from 'react';
import { unescapeMarkup } from '../data/markup.ts';

/**
 * Text that may contain `<b>…</b>`, shown bold; line breaks make paragraphs. Everything else, whatever it
 * looks like, is plain text.
 */
export function RichText({ text }: { text: string }) {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sentence never move
      <p key={index}>{boldParts(line)}</p>
    ));
}

function boldParts(line: string): ReactNode {
  const parts = line.split(/<b>(.*?)<\/b>/gi);
  return parts.map((part, index) => {
    const Tag = index % 2 === 1 ? 'strong' : Fragment;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    return <Tag key={index}>{unescapeMarkup(part)}</Tag>;
  });
}
