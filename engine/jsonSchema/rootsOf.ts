/** The schemas of a document that entities can be made of: the document itself, or its definitions. */
import { below } from './pointers.ts';
import { isJson, type Json } from './types.ts';

export type SchemaRoot = { readonly at: string; readonly title: string };

const mostRoots = 500;

export function rootsOf(document: unknown): readonly SchemaRoot[] {
  if (!isJson(document)) return [];
  const own = isShaped(document) ? [{ at: '', title: titleOf(document, '') }] : [];
  const groups = [['$defs'], ['definitions'], ['components', 'schemas']] as const;
  const defined = groups.flatMap((steps) => {
    const found = steps.reduce<unknown>((value, step) => (isJson(value) ? value[step] : undefined), document);
    if (!isJson(found)) return [];
    return Object.entries(found)
      .filter(([, schema]) => isJson(schema) && isShaped(schema))
      .map(([name, schema]) => ({ at: below('', ...steps, name), title: titleOf(schema as Json, name) }));
  });
  return [...own, ...defined].slice(0, mostRoots);
}

const shapes = ['properties', 'items', 'oneOf', 'anyOf', 'allOf', '$ref'];

/** Described by members, whatever they turn out to be. */
const isShaped = (schema: Json): boolean =>
  schema.openapi === undefined &&
  schema.swagger === undefined &&
  shapes.some(
    (word) => typeof schema[word] === 'object' || (word === '$ref' && typeof schema[word] === 'string'),
  );

const titleOf = ({ title }: Json, name: string): string =>
  typeof title === 'string' && title.trim() !== '' ? title.trim().slice(0, 200) : name.slice(0, 200);
