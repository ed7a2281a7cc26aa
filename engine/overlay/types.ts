/** Types of overlays and their findings. */

import type { Change } from '../declaration/types.generated.ts';
import type { DeclarationSet, Locale, MessageText } from '../types/modelTypes.ts';

/** The text of an effect is the message `overlay.<code>` with its params and `count`. */
export type Effect = {
  readonly verdict: 'Safe' | 'Migratable' | 'Refused';
  readonly count: number;
  /** Only the records were counted that the person may see. */
  readonly isPartial?: boolean;
  readonly change?: ChangeId;
  readonly code: string;
  readonly params: OverlayFinding['params'];
};

/** A count to make. */
export type Count = {
  /** Identifies the count when it is classified. */
  readonly key: string;
  readonly entity: string;
  /**
   * `all` records; those where the field is `missing` or `present`, has a value `outside` of `accepts` or
   * among `values`; those whose values of the `unique` fields also occur in another record (`doubles`).
   */
  readonly kind: 'all' | 'missing' | 'present' | 'outside' | 'using' | 'doubles';
  /** Dotted for rows of a list; `accepts` then tests the whole list. */
  readonly field: string;
  readonly accepts?: (value: unknown) => boolean;
  /** Records as under the new model, with kept values; absent: as stored. */
  readonly as?: 'next';
  readonly values?: readonly unknown[];
  readonly unique?: { readonly fields: readonly string[]; readonly within: readonly string[] };
  /** The effect when there is such a record, and when there is none. */
  readonly when: { readonly verdict: Effect['verdict']; readonly code: string };
  readonly change?: ChangeId;
};

export type {
  AccountLimits,
  ActivityChange,
  AdjustChange,
  AutomationChange,
  BlockChange,
  Change,
  ChoiceItem,
  EntityChange,
  FeatureChange,
  FieldChange,
  FieldType,
  LookupChange,
  MessageChange,
  PlaceChange,
  PrintFormatChange,
  PublicFormChange,
  RelatedChange,
  RoleChange,
  RowFieldChange,
  RuleChange,
  RuleExample,
  SectionChange,
  Texts,
  TransitionChange,
  ViewChange,
  WorkflowChange,
} from '../declaration/types.generated.ts';

export type ChangeKind = Change['kind'];

/** The key of a change: one file, `overlay/<kind>/<name>.json`. */
export type ChangeId = { readonly kind: ChangeKind; readonly name: string };

/** A problem with a change. Its text is the message `overlay.<code>` with these params. */
export type OverlayFinding = {
  /** Absent: the overlay as a whole, or an unreadable file. */
  readonly change?: ChangeId;
  /** JSON pointer into the change. */
  readonly at: string;
  readonly level: 'error' | 'warning';
  readonly code: string;
  readonly params: FindingParams;
};
/** A param may have a text per language. */
type FindingParams = Readonly<Record<string, string | number | Readonly<Record<Locale, string>>>>;

/** A place in the declarations that exists or differs because of a change. */
export type Provenance = {
  readonly file: string;
  /** JSON pointer; includes everything below it. */
  readonly path: string;
  readonly change: ChangeId;
  /** Pointer to the responsible part of the change. */
  readonly at: string;
};

/** Declarations with an overlay applied, as if it had been written in the files. */
export type AppliedOverlay = {
  readonly set: DeclarationSet;
  readonly findings: readonly OverlayFinding[];
  readonly provenance: readonly Provenance[];
};

/** Texts of one message by language. */
export type MessageTexts = Partial<Readonly<Record<Locale, MessageText>>>;

/** One file of an overlay, as stored in git. */
export type OverlayFile = { readonly path: string; readonly text: string };
