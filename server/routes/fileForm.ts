import { objectOf, text } from '../http/fieldSchemas.ts';
import type { Takes } from '../http/Takes.ts';

/** A form with a file and, optionally, its name as JSON. */
export const fileForm: Takes & { readonly kind: 'stream' } = {
  kind: 'stream',
  media: 'multipart/form-data',
  schema: objectOf(
    [
      ['file', { type: 'string', contentMediaType: 'application/octet-stream' }],
      ['FileName', text],
    ],
    ['file'],
  ),
};
