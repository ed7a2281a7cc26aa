import { Fragment } from 'react';

/** A message with our own `<b>…</b>`; all else, values people typed above all, is shown as it stands. */
export function BoldText({ text }: { text: string }) {
  const parts = text.split(/<b>(.*?)<\/b>/);
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move
    return index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>;
  });
}

/** The same sentence where no markup can be shown. */
export function withoutBold(text: string): string {
  return text.replace(/<\/?b>/g, '');
}
