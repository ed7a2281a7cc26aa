/** Declared limits of a field, and limits required by what processes its text. */
import type { Field } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { largestPattern, longestTextFor, readPattern } from '../patterns/readPattern.ts';
import type { FieldKind } from '../types/basicTypes.ts';
import type { FieldLimits } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';

const limitNames = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
] as const;

export function limitsOf(declared: Field, kind: FieldKind): FieldLimits {
  const limits = declaredLimits(declared);
  const maxLength = longestOf(declared, kind);
  return maxLength === undefined ? limits : { ...limits, maxLength };
}

/** The maximum length where processing a text is expensive. */
export function longestOf(declared: Field, kind: FieldKind): number | undefined {
  const { longest, schema } = kinds[kind];
  const { maxLength, pattern = schema.pattern } = declared;
  const known = [maxLength, longest, pattern && longestFitting(pattern)];
  const lengths = known.filter((length) => typeof length === 'number');
  return lengths.length > 0 ? Math.min(...lengths) : undefined;
}

function longestFitting(pattern: string): number | undefined {
  const read = readPattern(pattern);
  return read.wrong ? undefined : longestTextFor(read.size);
}

/** Reports a pattern that the matcher does not support, or not for texts as long as the field allows. */
export function checkPattern(
  path: string,
  { pattern, maxLength = 0 }: Field,
  { compiler, place }: { readonly compiler: Pick<Compiler, 'error'>; readonly place: Place },
): void {
  if (pattern === undefined) return;
  const { wrong } = readPattern(pattern);
  const most = longestFitting(pattern) ?? maxLength;
  const [, ...inside] = path.split('.');
  const below = inside.map((name) => `/items/properties/${name}`).join('');
  const at = { ...place, path: `${place.path}${below}/pattern` };
  if (wrong)
    compiler.error(
      at,
      `The pattern of ${path} is refused (${wrong}): look-around, back-references and more than ${largestPattern} places are not matched. Write it otherwise.`,
      { code: wrong },
    );
  else if (maxLength > most)
    compiler.error(
      at,
      `The pattern of ${path} is tried on at most ${most} characters, but maxLength is ${maxLength}. Set it lower, or write a smaller pattern.`,
      { code: 'pattern-heavy', params: { most } },
    );
}

function declaredLimits(declared: Field): FieldLimits {
  return Object.fromEntries(
    limitNames.flatMap((name) => (declared[name] === undefined ? [] : [[name, declared[name]]])),
  );
}

/** Properties of a text: localized, a person's name, with completion. */
export const textWords = ({
  'x-localized': localized,
  'x-person': isPerson,
  'x-suggest': suggest,
  'x-mailTo': mailTo,
  'x-verbatim': isVerbatim,
}: Field) => ({
  ...(isVerbatim && { verbatim: isVerbatim as true }),
  ...(localized && { localized }),
  ...(isPerson && { isPerson }),
  ...(suggest && { suggest }),
  ...(mailTo && { mailTo }),
});
