/** Limits of a field as declared, and those that what reads its texts needs. */
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

/** Where reading a text costs: only so long a one is read at all. */
export function longestOf(declared: Field, kind: FieldKind): number | undefined {
  const { maxLength, pattern } = declared;
  const known = [maxLength, kinds[kind].longest, pattern && longestFitting(pattern)];
  const lengths = known.filter((length) => typeof length === 'number');
  return lengths.length > 0 ? Math.min(...lengths) : undefined;
}

function longestFitting(pattern: string): number | undefined {
  const read = readPattern(pattern);
  return read.wrong ? undefined : longestTextFor(read.size);
}

/** Says of a pattern that the matcher of patterns cannot take it on, or not over texts as long as the field may have. */
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

/** What else a text is: read in two languages, the name of a person, completed while it is typed. */
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
