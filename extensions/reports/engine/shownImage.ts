/** A picture as it is shown: one of the file, or the content of a field. */
import type { FormulaScope } from './formulaScope.ts';
import { saidValue } from './runFormula.ts';
import type { Image, Picture } from './types.ts';

export type ShownImage = Picture & { readonly kind: 'image'; readonly isStretched?: boolean };

/** Of base64: an image of a megabyte. */
export const longestImage = 1_400_000;

export function shownImage(
  { picture, value, pictures, isStretched }: Image,
  scope: FormulaScope,
): ShownImage | undefined {
  const found = picture ?? pictured(String(saidValue(value, scope) ?? ''), pictures);
  return found && { kind: 'image', ...found, ...(isStretched ? { isStretched } : {}) };
}

/** The name of a picture of the file, or base64 that begins as such files do. */
function pictured(text: string, pictures: Image['pictures']): Picture | undefined {
  const named = pictures?.get(text);
  if (named || pictures) return named;
  const data = text.replace(/^data:image\/\w+;base64,/, '').replace(/\s+/g, '');
  const media = data.startsWith('iVBORw0KGgo')
    ? 'image/png'
    : data.startsWith('/9j/')
      ? 'image/jpeg'
      : undefined;
  const isTaken = media && data.length < longestImage && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isTaken ? { media, data } : undefined;
}
