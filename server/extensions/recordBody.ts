/** Bodies that several actions take: a record, values by name, members that are only sent back. */
import { type TSchema, Type } from '../http/sent.ts';

/** A record of the entity of the route, with members beside it that are not of the record. */
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

/** Of an answer that is sent back whole: taken, and not written. */
export const sentBack = Type.Optional(
  Type.Unsafe<unknown>({ description: 'May be sent back as it was read; it changes nothing.' }),
);
export const answered = (...names: readonly string[]): Record<string, typeof sentBack> =>
  Object.fromEntries(names.map((name) => [name, sentBack]));

type Scalar = string | number | boolean | null;
export const scalar = { type: ['string', 'number', 'boolean', 'null'] };
/** Values by names that a person gave, each one or a list. */
export const valuesByName = Type.Unsafe<Readonly<Record<string, Scalar | readonly Scalar[]>>>({
  type: 'object',
  additionalProperties: { anyOf: [scalar, { type: 'array', items: scalar }] },
});
