/** Renames members to the names in their schema, ignoring case; lists unknown ones. */
import type { Schema } from './fieldSchemas.ts';

type Found = { readonly body: unknown; readonly unknown: readonly string[] };

export function namesInBody(schema: Schema, value: unknown): Found {
  const unknown: string[] = [];
  const body = renamed(schema, value, { unknown, prefix: '' });
  return { body, unknown };
}

type Walk = { readonly unknown: string[]; readonly prefix: string };

function renamed(schema: Schema, value: unknown, walk: Walk): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const own = partFor(schema, value);
  if (Array.isArray(value)) {
    const { items } = own as { readonly items?: Schema };
    return items ? value.map((item) => renamed(items, item, walk)) : value;
  }
  const { properties, additionalProperties } = own as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly additionalProperties?: unknown;
  };
  if (!properties) return value;
  return renamedMembers(properties, value as Members, { ...walk, isClosed: additionalProperties === false });
}

type Members = Readonly<Record<string, unknown>>;

/** Two spellings of one name are ambiguous. */
function renamedMembers(
  properties: Readonly<Record<string, Schema>>,
  value: Members,
  { unknown, prefix, isClosed }: Walk & { readonly isClosed: boolean },
): Members {
  const names = namesOf(properties);
  const taken: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? name : names.get(name.toLowerCase());
    if (known === undefined && !isClosed) taken[name] = member;
    else if (known === undefined || Object.hasOwn(taken, known)) unknown.push(prefix + name);
    else {
      const inner = { unknown, prefix: `${prefix}${known}.` };
      taken[known] = renamed(properties[known] as Schema, member, inner);
    }
  }
  return taken;
}

const namesByProperties = new WeakMap<object, ReadonlyMap<string, string>>();

function namesOf(properties: Readonly<Record<string, Schema>>): ReadonlyMap<string, string> {
  const known = namesByProperties.get(properties);
  if (known) return known;
  const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  namesByProperties.set(properties, names);
  return names;
}

/** Among several alternatives, the one with the value's type. */
function partFor(schema: Schema, value: object): Schema {
  const parts = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (!parts) return schema;
  const type = Array.isArray(value) ? 'array' : 'object';
  return parts.find((part) => [part.type].flat().includes(type)) ?? schema;
}
