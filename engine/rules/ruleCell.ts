/** What the rule engine works on, the same for a record that is judged at once and for one that a person types. */
import type { DataRecord, MirrorRule } from '../types/modelTypes.ts';
import type { MirrorMemory } from './mirrorMemory.ts';
import type { Place } from './places.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import type { Issue, Reason } from './types.ts';
import type { MutableRecord } from './values.ts';

/** A value that is out of sight while its field does not matter. */
type Aside = {
  readonly retain: 'stash' | 'keep';
  readonly value: unknown;
  readonly chosen?: DataRecord;
};

/** One field of the record or of one row, with what its rules have made of it. */
export type RuleCell = {
  readonly plan: FieldPlan;
  relevant: boolean;
  relevance: readonly Reason[];
  aside: Aside | undefined;
  /** A computed value that a person has overruled. */
  overridden: boolean;
  /** Issue of a computed value whose rule failed. */
  failed: Issue | undefined;
  /** The chosen record of a reference, as it came. */
  chosen: DataRecord | undefined;
};

/** What a rule has changed about a cell beside its value. */
export type Found = 'relevance' | 'turned' | 'aside' | 'failed';

/**
 * Where rules read and write. A record judged at once runs every step once, in order; a form runs those that read
 * what has changed. What a step does is the same in both.
 */
export type WorkingMemory<Cell extends RuleCell> = {
  readonly plan: EntityPlan;
  readonly mirrors: MirrorMemory;
  readonly placeOf: (cell: Cell) => Place;
  /** Sets a value; `chosen` is the record a reference stands for. */
  readonly write: (cell: Cell, value: unknown, chosen?: DataRecord) => void;
  /** Hears what else has changed. */
  readonly note: (cell: Cell, found: Found) => void;
  /** The rows of a mirror's list, with the cell of its field. */
  readonly rowsOf: (rule: MirrorRule) => readonly MirroredRow<Cell>[];
};

export type MirroredRow<Cell> = { readonly root: MutableRecord; readonly cell: Cell | undefined };
