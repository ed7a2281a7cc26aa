/** Titles: the en-CA text is in the declaration, the fr-CA text among the messages. */
import type { DeclarationDraft } from './declarationDraft.ts';
import type { Change, Texts } from './types.ts';

/** Sets both texts of a title; en-CA among the messages only when a file overrides the title there. */
export function retitle(
  change: Change,
  { key, texts, at }: { readonly key: string; readonly texts: Texts; readonly at: string },
  draft: DeclarationDraft,
): string {
  const overridden = draft.textOf(key, 'en-CA') !== undefined;
  draft.text(change, key, overridden ? texts : { 'fr-CA': texts['fr-CA'] }, at);
  return texts['en-CA'];
}
