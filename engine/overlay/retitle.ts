/** Texts whose en-CA stands in a declaration as a title, and whose fr-CA stands among the messages. */
import type { DeclarationDraft } from './declarationDraft.ts';
import type { Change, Texts } from './types.ts';

/** Notes both texts of a title; the en-CA among the messages only where a file overrides the title there. */
export function retitle(
  change: Change,
  { key, texts, at }: { readonly key: string; readonly texts: Texts; readonly at: string },
  draft: DeclarationDraft,
): string {
  const overridden = draft.textOf(key, 'en-CA') !== undefined;
  draft.text(change, key, overridden ? texts : { 'fr-CA': texts['fr-CA'] }, at);
  return texts['en-CA'];
}
