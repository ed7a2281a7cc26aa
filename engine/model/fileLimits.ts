/** What a field of files accepts: types, size, and for pictures their pixels. */
import type { Field } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import type { FieldKind } from '../types/basicTypes.ts';
import { pictureTypes } from '../types/fileTypes.ts';
import type { FieldModel, FileLimits, Settings } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';

type Context = { readonly settings: Settings; readonly compiler: Compiler; readonly place: Place };

/** The longest side of a picture: decoding takes four bytes per pixel, however small the file is. */
const longestSide = 10_000;

export function fileLimitsOf(declared: Field, kind: FieldKind, context: Context): FileLimits {
  const { settings, compiler, place } = context;
  const { maxBytes = settings.fileLimitBytes, messages, pixels, alt, accept: own } = declared['x-file'] ?? {};
  const isPicture = kinds[kind].isPicture === true || declared.items?.format === 'picture';
  const accept = own ?? (isPicture ? pictureTypes : settings.fileTypes);
  const odd = isPicture && accept.find((type) => !pictureTypes.includes(type));
  if (odd) compiler.error(place, `x-file of a picture accepts ${odd}, which is no type of picture.`);
  if (!isPicture && (pixels || alt))
    compiler.error(place, 'x-file has pixels or alt, which belong to pictures. Declare format picture.');
  return {
    accept,
    maxBytes,
    ...(messages && { messages }),
    ...(isPicture && { pixels: { maxWidth: longestSide, maxHeight: longestSide, ...pixels } }),
    ...(alt !== undefined && { alt }),
  };
}

/** The text that describes a picture is next to it, in the record or in the same row. */
export function checkAlternatives(fields: readonly FieldModel[], compiler: Compiler, place: Place): void {
  for (const { name, file, fields: inner } of fields) {
    const found = fields.find((one) => one.name === file?.alt);
    if (file?.alt !== undefined && !(found && kinds[found.kind].normal))
      compiler.error(place, `x-file of ${name} names ${file.alt} as alt; there is no such text beside it.`);
    if (inner) checkAlternatives(inner, compiler, place);
  }
}
