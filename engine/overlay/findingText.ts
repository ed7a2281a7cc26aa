/** The sentence of what is found about changes, in one language. */
import { formatMessage } from '../messages.ts';
import { memberTitle, type Saying } from './describeChanges.ts';
import type { OverlayFinding } from './types.ts';

/** A param that has a text of every language is said in this one, a word of a change as people know it. */
export function findingText(saying: Saying, code: string, params: OverlayFinding['params']): string {
  const { model, locale } = saying;
  // Who writes a file by hand looks for the word as it stands there.
  const isOfFile = code.startsWith('file.');
  const said = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'object') return [name, value[locale]];
    return [name, name === 'word' && !isOfFile ? memberTitle(String(value), saying) : value];
  });
  return formatMessage(model, locale, `overlay.${code}`, Object.fromEntries(said));
}
