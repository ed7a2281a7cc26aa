/** The data of the rule engine, for complete and for incremental evaluation. */
import type { DataRecord, MirrorRule } from '../types/modelTypes.ts';
import type { MirrorMemory } from './mirrorMemory.ts';
import type { Place } from './places.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import type { Issue, Reason } from './types.ts';
import type { MutableRecord } from './values.ts';

/** A value hidden while its field is irrelevant. */
type Aside = {
  readonly retain: 'stash' | 'keep';
  readonly value: unknown;
  readonly chosen?: DataRecord;
};

/** One field of the record or of a row, with the results of its rules. */
export type RuleCell = {
  readonly plan: FieldPlan;
  relevant: boolean;
  relevance: readonly Reason[];
  aside: Aside | undefined;
  /** A computed value overridden by a person. */
  overridden: boolean;
  /** Issue of a computed value whose rule failed. */
  failed: Issue | undefined;
  /** The chosen record of a reference, as given. */
  chosen: DataRecord | undefined;
};

/** What a rule changed about a cell besides its value. */
export type Found = 'relevance' | 'turned' | 'aside' | 'failed';

/**
 * Where rules read and write. A complete evaluation runs every step once, in order; a form runs those that
 * read what changed. The effect of a step is the same.
 */
export type WorkingMemory<Cell extends RuleCell> = {
  readonly plan: EntityPlan;
  readonly mirrors: MirrorMemory;
  readonly placeOf: (cell: Cell) => Place;
  /** Sets a value; `chosen` is the referenced record. */
  readonly write: (cell: Cell, value: unknown, chosen?: DataRecord) => void;
  /** Reports other changes. */
  readonly note: (cell: Cell, found: Found) => void;
  /** The rows of a mirror's list, with the cell of its field. */
  readonly rowsOf: (rule: MirrorRule) => readonly MirroredRow<Cell>[];
};

export type MirroredRow<Cell> = { readonly root: MutableRecord; readonly cell: Cell | undefined };
