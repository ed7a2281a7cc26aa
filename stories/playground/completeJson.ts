import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { declarationSchemas } from '#engine';
import { readPlaces } from './jsonPlaces.ts';

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
} & Readonly<Partial<Record<(typeof unions)[number], readonly Schema[]>>>;

const unions = ['anyOf', 'oneOf', 'allOf'] as const;

export type Known = {
  readonly kind: keyof typeof declarationSchemas;
  /** Field names to offer. */
  readonly fields: readonly string[];
  readonly widgets: readonly string[];
};

/** Completes JSON from the schema of the language and the names in use. */
export function completeJson(known: () => Known) {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const { writing } = readPlaces(text, context.pos);
    const word = context.matchBefore(/"?[\w$.-]*$/);
    if (!writing || !word || (word.from === word.to && !context.explicit)) return null;
    const { kind, fields, widgets } = known();
    const root = declarationSchemas[kind] as unknown as Schema;
    const found = schemasAt(root, writing.path);
    const isOpen = word.text.startsWith('"') && text[context.pos] === '"';
    const options =
      writing.kind === 'name'
        ? namesOf(found, writing.siblings)
        : [...valuesOf(found), ...referred(writing.path, { fields, widgets })];
    return {
      from: word.from,
      to: isOpen ? context.pos + 1 : context.pos,
      options: options.map((option) => ({ ...option, apply: option.label })),
      validFor: /^"?[\w$.-]*"?$/,
    };
  };
}

function namesOf(found: readonly Schema[], siblings: readonly string[]): readonly Completion[] {
  const names = new Map(found.flatMap(({ properties = {} }) => Object.entries(properties)));
  return [...names]
    .filter(([name]) => !siblings.includes(name))
    .map(([name, schema]) => ({ label: `"${name}"`, detail: schema.description, type: 'property' }));
}

function valuesOf(found: readonly Schema[]): readonly Completion[] {
  const values = found.flatMap((schema) => [
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
    ...(schema.type === 'boolean' ? [true, false] : []),
  ]);
  return [...new Set(values)].map((value) => ({ label: JSON.stringify(value), type: 'constant' }));
}

function referred(path: string, { fields, widgets }: Omit<Known, 'kind'>): readonly Completion[] {
  if (path.endsWith('/widget')) return widgets.map((name) => ({ label: `"${name}"`, type: 'class' }));
  if (!/\/(?:field|path|items\/\d+|columns\/\d+|required\/\d+|at|target)$/.test(path)) return [];
  return fields.map((name) => ({ label: `"${name}"`, type: 'variable' }));
}

/** All schemas that may apply at a path. */
function schemasAt(root: Schema, path: string): readonly Schema[] {
  const steps = path.split('/').slice(1);
  return steps.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((schema) => below(schema, step, root)),
    meant(root, root),
  );
}

function below(schema: Schema, step: string, root: Schema): readonly Schema[] {
  const { properties = {}, additionalProperties, items } = schema;
  const named = Object.hasOwn(properties, step) ? properties[step] : undefined;
  const any = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const next = /^\d+$/.test(step) && items ? items : (named ?? any);
  return next ? meant(next, root) : [];
}

/** A schema with its references and union members; stops at cycles. */
function meant(schema: Schema, root: Schema, seen: ReadonlySet<Schema> = new Set()): readonly Schema[] {
  if (seen.has(schema)) return [];
  const known = new Set([...seen, schema]);
  const target = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice(8)] : undefined;
  const others = [...(target ? [target] : []), ...unions.flatMap((union) => schema[union] ?? [])];
  return [schema, ...others.flatMap((other) => meant(other, root, known))];
}
