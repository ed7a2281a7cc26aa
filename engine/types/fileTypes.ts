/** File types: display names and extensions. */

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const types: Readonly<Record<string, { readonly name: string; readonly endings: readonly string[] }>> = {
  'application/pdf': { name: 'pdf', endings: ['pdf'] },
  'image/png': { name: 'png', endings: ['png'] },
  'image/jpeg': { name: 'jpeg', endings: ['jpg', 'jpeg'] },
  'image/webp': { name: 'webp', endings: ['webp'] },
  [word]: { name: 'docx', endings: ['docx'] },
  [sheet]: { name: 'xlsx', endings: ['xlsx'] },
  'application/vnd.ms-excel': { name: 'xls', endings: ['xls'] },
  'text/plain': { name: 'text', endings: ['txt', 'csv', 'xml', 'rdl'] },
  'text/csv': { name: 'csv', endings: ['csv', 'txt'] },
};

/** The media types that the server recognizes. */
export const knownFileTypes: readonly string[] = Object.keys(types);

/** The types of pictures: what every browser shows, and whose size is in the header. */
export const pictureTypes: readonly string[] = Object.keys(types).filter((type) => type.startsWith('image/'));

/** Message key of the display name of a file type. */
export function fileTypeMessage(mediaType: string): string {
  return `file.type.${types[mediaType]?.name ?? 'other'}`;
}

/** Extensions of a file type, the usual one first; empty when unknown. */
export function fileEndings(mediaType: string): readonly string[] {
  return types[mediaType]?.endings ?? [];
}
