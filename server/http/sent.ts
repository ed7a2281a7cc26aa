/** Building blocks of body schemas, typed for JSON Schema and TypeScript at once. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { DataRecord } from '#engine';

export { type Static, type TObject, type TSchema, Type } from 'typebox';

/** Exactly these members. */
export const sent = <Members extends TProperties>(members: Members): TObject<Members> =>
  Type.Object(members, { additionalProperties: false });

/** An optional member; null means absent. */
export const may = <Value extends TSchema>(schema: Value) =>
  Type.Optional(Type.Unsafe<Static<Value> | null>(orNull(schema)));

export const text = Type.String();
export const number = Type.Number();
/** A safe integer. */
export const wholeNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});
export const flag = Type.Boolean();
export const anId = Type.String({ format: 'uuid' });
export const anything = Type.Unknown();
/** An object whose members the handler checks itself, such as values by user-defined names. */
export const anObject = Type.Unsafe<DataRecord>({ type: 'object', additionalProperties: true });
/** These members, and others that the handler checks itself. */
export const open = <Members extends TProperties>(members: Members) =>
  Type.Unsafe<Static<TObject<Members>> & DataRecord>({
    ...Type.Object(members),
    additionalProperties: true,
  });
/** One of these words. */
export const oneOf = <Word extends string>(...words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: words });

export const listOf = <Item extends TSchema>(item: Item, limits: { readonly maxItems?: number } = {}) =>
  Type.Unsafe<readonly Static<Item>[]>({ type: 'array', items: item, ...limits });

/** The revision the caller has read. */
export const revision = may(wholeNumber);

function orNull(schema: TSchema): Record<string, unknown> {
  const own = { ...(schema as unknown as Record<string, unknown>) };
  if (own.type === undefined) return Object.keys(own).length === 0 ? own : { anyOf: [own, { type: 'null' }] };
  const values = Array.isArray(own.enum) ? { enum: [...own.enum, null] } : {};
  return { ...own, ...values, type: [own.type, 'null'].flat() };
}
