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
  /** False when a write needs no expression at all. */
  readonly hasRules: boolean;
  /** Variables the rules read, so that those nobody reads are not made ready. */
  readonly variables: ReadonlySet<string>;
  readonly hidesFields: boolean;
};

/** What changes values: run in an order in which nothing is read before it is settled. */
export type Step = { readonly list?: string; readonly target: FieldPlan } & (
  | { readonly kind: 'relevant' }
  | { readonly kind: 'value'; readonly rule: ValueRule }
  | { readonly kind: 'mirror'; readonly rule: MirrorRule }
);

/** A field with everything said about it. */
export type FieldPlan = {
  readonly field: FieldModel;
  /** Dotted list whose row the field stands in; undefined: of the record. */
  readonly list?: string;
  /** Names from the record or row down to the value: more than one inside an object. */
  readonly names: readonly string[];
  /** The same as a JSON pointer. */
  readonly pointer: string;
  /** Where the expanded object of a single reference stands, beside the id. */
  readonly alias?: string;
  readonly parent?: FieldPlan;
  readonly nested: readonly FieldPlan[];
  /** The nested fields whose values are copied member by member. */
  readonly structured: ReadonlyMap<string, FieldPlan>;
  readonly relevant: readonly StateRule[];
  readonly required: readonly StateRule[];
  readonly editable: readonly StateRule[];
  readonly value?: ValueRule;
  readonly options?: OptionsRule;
  readonly sentence?: SentenceRule;
  readonly effects: readonly EffectRule[];
  /** Who may see and write it: as its own record says, and as the entity of the rows it stands in does. */
  readonly policies: readonly FieldPolicy[];
};
