/** Translates a field of an overlay to the language of entity.json, by type. */
import type { Field } from '../declaration/types.generated.ts';
import type { Described } from '../fields/overlayFacet.ts';
import { isKind, kinds } from '../fields/registry.ts';

/** The property of a field; `lookup` is the list of its choices, if any. */
export function fieldDeclaration(change: Described, lookup: string | undefined): Field {
  const limits = Object.fromEntries(
    limitNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])),
  );
  return {
    ...ofType(change, lookup),
    ...limits,
    ...('localized' in change && change.localized && { 'x-localized': true as const }),
    ...(change.shape && { 'x-shape': change.shape['en-CA'] }),
    ...(change.default !== undefined && { default: change.default }),
    ...(change.title && { title: change.title['en-CA'] }),
    ...(change.help && { description: change.help['en-CA'] }),
  };
}

export const limitNames = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;

/** A kind without a declaration of its own is named; one that nothing provides is a finding there. */
function ofType(change: Described, lookup: string | undefined): Field {
  const { type } = change;
  const kind = isKind(type) ? kinds[type] : undefined;
  const declared = kind?.overlay?.declare?.(change, lookup);
  if (declared) return declared;
  return {
    type: (kind?.schema.type ?? 'string') as NonNullable<Field['type']>,
    'x-kind': type,
    ...(kind?.longest && { maxLength: kind.longest }),
  };
}
