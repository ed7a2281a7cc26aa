/** How a configurator adds fields of a kind: what they may set, and the declaration that follows. */
import type { Field, FieldChange, RowFieldChange } from '../declaration/types.generated.ts';

/** A field as described by a change, of an entity or of its rows. */
export type Described = Omit<RowFieldChange, 'type' | 'required'> &
  Pick<FieldChange, 'type' | 'fields' | 'localized' | 'sequence'>;

/** Members of a change that only some kinds have. */
export type OverlaySetting =
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'shape'
  | 'localized'
  | 'minimum'
  | 'maximum'
  | 'minItems'
  | 'maxItems'
  | 'scale'
  | 'default'
  | 'choices'
  | 'lookup'
  | 'sequence'
  | 'reference'
  | 'show'
  | 'account'
  | 'accept'
  | 'maxBytes'
  | 'pixels'
  | 'alt'
  | 'fields'
  | 'options'
  | 'unique'
  | 'search';

export type OverlayFacet = {
  /** Its place in the list of types. Default: after the built-in kinds. */
  readonly order?: number;
  /** The settings it has besides the common ones; `default` has a control of its own in the configurator. */
  readonly settings: readonly OverlaySetting[];
  /** Rows may have such a field. */
  readonly inRows?: true;
  /** The declaration of a field. Default: a field that names the kind (`x-kind`). */
  readonly declare?: (change: Described, lookup: string | undefined) => Field;
};

/** The default for kinds of extensions, by the type of their values. */
export function overlayFacetOf(type: string | undefined): OverlayFacet {
  if (type === 'string') return { settings: ['unique', 'search'], inRows: true };
  const isNumber = type === 'integer' || type === 'number';
  return { settings: isNumber ? ['minimum', 'maximum', 'unique'] : [], inRows: true };
}

const scaled = ({ scale = 2 }: Described) => ({ scale });

/** The declaration of an amount, with its decimals. */
export const declareAmount =
  (word: 'x-decimal' | 'x-money' | 'x-percent') =>
  (change: Described): Field => ({ type: 'number', [word]: scaled(change) });

/** The declaration of a text; every text is bounded. */
export const declareText = (maxLength: number, format?: Field['format']) => (): Field => ({
  type: 'string',
  ...(format && { format }),
  maxLength,
});

/** Default limit of lists. */
export const mostEntries = 100;

const lastName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** `claim.InspectorIds` → InspectorIds. */
export const ownName = ({ name }: Pick<Described, 'name'>): string => lastName(name);

/** `InspectorId` → Inspector: the name of the expansion in answers. */
export function expandedName(name: string): string {
  const last = lastName(name);
  return last.endsWith('Id') && last.length > 2 ? last.slice(0, -2) : `${last}Record`;
}

/** `AgreementFileId` → `AgreementFile`: the name of the expanded file in answers. */
export function fileName(name: string): string {
  const last = lastName(name);
  return last.endsWith('Id') && last.length > 2 ? last.slice(0, -2) : `${last}File`;
}
