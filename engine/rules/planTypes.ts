import type {
  CheckRule,
  EffectRule,
  EntityModel,
  FieldModel,
  FieldPolicy,
  MirrorRule,
  OptionsRule,
  SentenceRule,
  StateRule,
  ValueRule,
} from '../types/modelTypes.ts';

export type EntityPlan = {
  readonly entity: EntityModel;
  readonly fields: readonly FieldPlan[];
  readonly byPattern: ReadonlyMap<string, FieldPlan>;
  readonly structured: ReadonlyMap<string, FieldPlan>;
  /** Lists of rows, outer ones first. */
  readonly lists: readonly FieldPlan[];
  readonly steps: readonly Step[];
  readonly checks: readonly CheckRule[];
  /** `editable` rules of the whole record. */
  readonly locks: readonly StateRule[];
  /** False when a write needs no expressions. */
  readonly hasRules: boolean;
  /** Variables that rules read; others need not be prepared. */
  readonly variables: ReadonlySet<string>;
  readonly hidesFields: boolean;
};

/** Steps that change values, ordered so that nothing is read before it is settled. */
export type Step = { readonly list?: string; readonly target: FieldPlan } & (
  | { readonly kind: 'relevant' }
  | { readonly kind: 'value'; readonly rule: ValueRule }
  | { readonly kind: 'mirror'; readonly rule: MirrorRule }
);

/** A field with all its rules. */
export type FieldPlan = {
  readonly field: FieldModel;
  /** Dotted list that contains the field; undefined: the record. */
  readonly list?: string;
  /** Names from the record or row to the value; more than one inside objects. */
  readonly names: readonly string[];
  /** The same as a JSON pointer. */
  readonly pointer: string;
  /** The name of the expansion of a single reference. */
  readonly alias?: string;
  readonly parent?: FieldPlan;
  readonly nested: readonly FieldPlan[];
  /** Nested fields whose values are copied member by member. */
  readonly structured: ReadonlyMap<string, FieldPlan>;
  readonly relevant: readonly StateRule[];
  readonly required: readonly StateRule[];
  readonly editable: readonly StateRule[];
  readonly value?: ValueRule;
  readonly options?: OptionsRule;
  readonly sentence?: SentenceRule;
  readonly effects: readonly EffectRule[];
  /** Field access, by its own record and by the entity of the rows that contain it. */
  readonly policies: readonly FieldPolicy[];
};
