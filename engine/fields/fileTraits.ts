/** Traits shared by the kinds of files. */
import type { Field } from '../declaration/types.generated.ts';
import type { Described } from './overlayFacet.ts';
import { plainSheet, sameOperators, shownAlone } from './traits.ts';

/** What answers say about a file. */
export const fileFields: readonly string[] = ['Id', 'Name', 'ContentType', 'Size'];

/** And about a picture, whose place on a page is known before it has arrived. */
export const pictureFields: readonly string[] = [...fileFields, 'Width', 'Height'];

/** Lists ask whether there is a file; what its id is means nothing to people. */
export const fileFilter = { operators: [...sameOperators, 'filled'], shown: ['filled'] } as const;

/** Reports and spreadsheets show a file by its name. */
export const fileByName = { query: shownAlone, sheet: plainSheet } as const;

/** `x-file` as a change describes it. */
export function fileLimits({ accept, maxBytes, pixels, alt }: Described): Pick<Field, 'x-file'> {
  const limits = Object.entries({ accept, maxBytes, pixels, alt }).filter(([, value]) => value !== undefined);
  return limits.length > 0 ? { 'x-file': Object.fromEntries(limits) } : {};
}
