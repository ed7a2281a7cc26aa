/** What schemas of bodies are made of: each says its type to JSON Schema and to TypeScript at once. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { DataRecord } from '#engine';

export { type Static, type TObject, type TSchema, Type } from 'typebox';

/** These members and no other. */
export const sent = <Members extends TProperties>(members: Members): TObject<Members> =>
  Type.Object(members, { additionalProperties: false });

/** A member that may be left out, or be null, which is the same. */
export const may = <Value extends TSchema>(schema: Value) =>
  Type.Optional(Type.Unsafe<Static<Value> | null>(orNull(schema)));

export const text = Type.String();
export const number = Type.Number();
/** No number that loses its last digits on the way. */
export const wholeNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});
export const flag = Type.Boolean();
export const anId = Type.String({ format: 'uuid' });
export const anything = Type.Unknown();
/** An object whose members the handler knows by other means: values by the names a person gave. */
export const anObject = Type.Unsafe<DataRecord>({ type: 'object', additionalProperties: true });
/** These members, and others that the handler judges itself. */
export const open = <Members extends TProperties>(members: Members) =>
  Type.Unsafe<Static<TObject<Members>> & DataRecord>({
    ...Type.Object(members),
    additionalProperties: true,
  });
/** One of a few words. */
export const oneOf = <Word extends string>(...words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: words });

export const listOf = <Item extends TSchema>(item: Item, limits: { readonly maxItems?: number } = {}) =>
  Type.Unsafe<readonly Static<Item>[]>({ type: 'array', items: item, ...limits });

/** The revision that was read. */
export const revision = may(wholeNumber);

function orNull(schema: TSchema): Record<string, unknown> {
  const own = { ...(schema as unknown as Record<string, unknown>) };
  if (own.type === undefined) return Object.keys(own).length === 0 ? own : { anyOf: [own, { type: 'null' }] };
  const values = Array.isArray(own.enum) ? { enum: [...own.enum, null] } : {};
  return { ...own, ...values, type: [own.type, 'null'].flat() };
}
