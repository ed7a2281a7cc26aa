/** The part of an API document about some endpoints, with the schemas that it uses. */
import type { Endpoint } from '../http/Endpoint.ts';
import type { Schema } from '../http/fieldSchemas.ts';

type Methods = Readonly<Record<string, Schema>>;
type Components = { readonly schemas: Readonly<Record<string, Schema>> };

export function narrowOpenApi(document: Schema, endpoints: readonly Endpoint[]): Schema {
  const open = new Set(endpoints.flatMap(callsOf));
  const paths = Object.entries(document.paths as Readonly<Record<string, Methods>>).flatMap(
    ([path, methods]) => {
      const left = Object.entries(methods).filter(([method]) => open.has(callOf(method, path)));
      return left.length > 0 ? [[path, Object.fromEntries(left)] as const] : [];
    },
  );
  const components = document.components as Components & Schema;
  const responses = components.responses ?? {};
  const used = reachedFrom([paths, responses], components.schemas);
  const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...components, schemas: Object.fromEntries(schemas) },
    security: [{ bearer: [] }],
  };
}

/** An optional last parameter yields two paths. */
function callsOf({ method, path }: Endpoint): readonly string[] {
  const optional = /^(.*)\/\{[^}]+\?\}\/?$/.exec(path);
  const spellings = optional ? [optional[1] as string, path] : [path];
  return spellings.map((spelling) => callOf(method, `/api${spelling}`));
}

/** Ignores case, a trailing slash and the names of parameters, as routes do. */
const callOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path
    .toLowerCase()
    .replace(/\{[^}]+\}/g, '{}')
    .replace(/(.)\/$/, '$1')}`;

/** The schemas that a value refers to, directly or through other schemas. */
function reachedFrom(value: unknown, schemas: Components['schemas']): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    for (const [, name = ''] of (JSON.stringify(waiting.pop()) ?? '').matchAll(reference)) {
      if (reached.has(name) || !Object.hasOwn(schemas, name)) continue;
      reached.add(name);
      waiting.push(schemas[name]);
    }
  }
  return reached;
}

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;
