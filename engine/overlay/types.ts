/** What an overlay is made of, and what is said about it. */

import type { Change } from '../declaration/types.generated.ts';
import type { DeclarationSet, Locale, MessageText } from '../types/modelTypes.ts';

/** The text of an effect is the message `overlay.<code>` with its params and `count`. */
export type Effect = {
  readonly verdict: 'Safe' | 'Migratable' | 'Refused';
  readonly count: number;
  readonly change?: ChangeId;
  readonly code: string;
  readonly params: OverlayFinding['params'];
};

/** How many records are asked for. */
export type Count = {
  /** Known again by this when it is classified. */
  readonly key: string;
  readonly entity: string;
  /**
   * `all` records; those where the field is `missing` or `present`, has a value that is `outside` (by `accepts`) or is
   * one of `values`; those whose values of the fields of `unique` stand in another record too (`doubles`).
   */
  readonly kind: 'all' | 'missing' | 'present' | 'outside' | 'using' | 'doubles';
  /** Dotted where it is about the rows of a list; `accepts` is asked about the whole list then. */
  readonly field: string;
  readonly accepts?: (value: unknown) => boolean;
  /** Records as they will be under the new model, with what is kept for it; absent: as they are. */
  readonly as?: 'next';
  readonly values?: readonly unknown[];
  readonly unique?: { readonly fields: readonly string[]; readonly within: readonly string[] };
  /** What it means when there is such a record, and when there is none. */
  readonly when: { readonly verdict: Effect['verdict']; readonly code: string };
  readonly change?: ChangeId;
};

export type {
  AdjustChange,
  Change,
  ChoiceItem,
  EntityChange,
  FeatureChange,
  FieldChange,
  FieldType,
  LookupChange,
  MessageChange,
  PlaceChange,
  RoleChange,
  RowFieldChange,
  RowFieldType,
  RuleChange,
  RuleExample,
  Texts,
} from '../declaration/types.generated.ts';

export type ChangeKind = Change['kind'];

/** What a change is known by: one file, `overlay/<kind>/<name>.json`. */
export type ChangeId = { readonly kind: ChangeKind; readonly name: string };

/** Something wrong with a change. Its text is the message `overlay.<code>` with these params. */
export type OverlayFinding = {
  /** Absent: of the overlay as a whole, or of a file that could not be read. */
  readonly change?: ChangeId;
  /** JSON pointer into the change. */
  readonly at: string;
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly params: FindingParams;
};
/** A param may be a text of every language. */
type FindingParams = Readonly<Record<string, string | number | Readonly<Record<Locale, string>>>>;

/** A place in the declarations that stands there, or stands so, because of a change. */
export type Provenance = {
  readonly file: string;
  /** JSON pointer; everything below it is meant too. */
  readonly path: string;
  readonly change: ChangeId;
  /** Pointer into the change that says what stands there. */
  readonly at: string;
};

/** The declarations with an overlay laid over them, as if somebody had written it in the files. */
export type AppliedOverlay = {
  readonly set: DeclarationSet;
  readonly findings: readonly OverlayFinding[];
  readonly provenance: readonly Provenance[];
};

/** Texts of one message by language. */
export type MessageTexts = Partial<Readonly<Record<Locale, MessageText>>>;

/** One file of an overlay, as it stands in git. */
export type OverlayFile = { readonly path: string; readonly text: string };
