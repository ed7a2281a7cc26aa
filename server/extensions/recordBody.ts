/** Request bodies shared by several actions: a record, values by name, members that are only sent back. */
import { type TSchema, Type } from '../http/sent.ts';

/** A record of the route's entity, with additional members that are not its fields. */
export type RecordBody = {
  readonly kind: 'record';
  readonly writing: 'create' | 'update';
  readonly more: Readonly<Record<string, TSchema>>;
};

export const record = (writing: RecordBody['writing'], more: RecordBody['more'] = {}): RecordBody => ({
  kind: 'record',
  writing,
  more,
});

/** Part of an answer that may be sent back whole: accepted, but not written. */
export const sentBack = Type.Optional(
  Type.Unsafe<unknown>({ description: 'May be sent back as it was read; it changes nothing.' }),
);
export const answered = (...names: readonly string[]): Record<string, typeof sentBack> =>
  Object.fromEntries(names.map((name) => [name, sentBack]));

type Scalar = string | number | boolean | null;
export const scalar = { type: ['string', 'number', 'boolean', 'null'] };
/** Values by user-defined names, each single or a list. */
export const valuesByName = Type.Unsafe<Readonly<Record<string, Scalar | readonly Scalar[]>>>({
  type: 'object',
  additionalProperties: { anyOf: [scalar, { type: 'array', items: scalar }] },
});
