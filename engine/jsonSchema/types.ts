/** A JSON Schema of others as fields of new entities. */
import type { FieldChange, FieldType } from '../overlay/types.ts';

/** A message with its params: `proposal.<code>` for a reason, `misfit.<code>` for what does not fit. */
type Said = { readonly code: string; readonly params: Readonly<Record<string, string | number>> };

/** A part of the schema that has no counterpart; `at` is its JSON pointer. */
export type Misfit = Said & { readonly at: string };

export type SchemaField = {
  readonly at: string;
  /** The stored name. */
  readonly name: string;
  readonly title: string;
  readonly type: FieldType;
  readonly facts: Partial<FieldChange>;
  readonly reason: Said;
  /** Names of the fields that its condition reads. */
  readonly needs: readonly string[];
};

/** A kind of field with its settings. */
export type Found = Pick<SchemaField, 'type' | 'facts' | 'reason'>;

/** An entity for the records of the schema, or for those of a list in it. */
export type SchemaEntity = {
  readonly at: string;
  readonly title: string;
  /** The index of the entity that each record belongs to; absent: the first. */
  readonly owner?: number;
  readonly fields: readonly SchemaField[];
};

export type SchemaProposal = {
  readonly entities: readonly SchemaEntity[];
  readonly misfits: readonly Misfit[];
  /** How many there are, kept or not. */
  readonly misfitCount: number;
};

/** Part of a document, with the references that lead to it. */
export type Placed = { readonly schema: unknown; readonly at: string; readonly trail: readonly string[] };

/** A schema with its references and `allOf` merged in. */
export type Bag = {
  readonly at: string;
  readonly words: Map<string, unknown>;
  /** Several where parts of an `allOf` describe the same member. */
  readonly properties: Map<string, readonly Placed[]>;
  readonly required: Set<string>;
  /** The alternatives of each `oneOf` and `anyOf`. */
  readonly groups: (readonly Placed[])[];
  readonly items?: Placed | undefined;
};

export type Json = Readonly<Record<string, unknown>>;

/** Where fields are put. */
export type Room = {
  /** Fields that may still be added. */
  left: number;
};

export type Made = {
  readonly title: string;
  readonly fields: readonly SchemaField[];
  /** Lists that need entities of their own. */
  readonly lists: readonly { readonly title: string; readonly placed: readonly Placed[] }[];
};

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
