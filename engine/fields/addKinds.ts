/** Field kinds of extensions: they join the registry before the first model is compiled. */
import { readPattern } from '../patterns/readPattern.ts';
import type { KindDefinition } from './defineKind.ts';
import { overlayFacetOf } from './overlayFacet.ts';
import { fieldKinds, kinds } from './registry.ts';

/** What an extension adds to the engine: the default export of its `engine/fields.ts`. */
export type EngineExtension = {
  /** The folder name. */
  readonly id: string;
  /** Kinds of fields, which declarations name as `x-kind`. */
  readonly fields?: readonly AddedKind[];
};

/** A kind that declarations name, so it need not recognize them. */
export type AddedKind = Omit<KindDefinition, 'fits'>;

export const defineFieldKind = (kind: AddedKind): AddedKind => kind;

export const defineExtension = (extension: EngineExtension): EngineExtension => extension;

const registry = kinds as Record<string, KindDefinition>;
const owners = new Map<string, string>(fieldKinds.map((name) => [name, 'the engine']));

/**
 * Adds the kinds of extensions; the same extension may be added again. Throws if two provide one name, or if a kind
 * is incomplete.
 */
export function addKinds(extensions: readonly EngineExtension[]): void {
  for (const { id, fields = [] } of extensions)
    for (const kind of fields) {
      const problem = problemOf(kind, id);
      if (problem) throw new Error(`The field kind '${kind.name}' of the extension '${id}' ${problem}`);
      owners.set(kind.name, id);
      registry[kind.name] = {
        ...kind,
        overlay: kind.overlay ?? overlayFacetOf(kind.schema.type),
        fits: (declared) => declared['x-kind'] === kind.name,
      };
    }
}

const builtIn = fieldKinds.map((name) => kinds[name]);
const operators: readonly string[] = [...new Set(builtIn.flatMap(({ filter }) => filter.operators))];
const columns = ['text', 'integer', 'number', 'decimal', 'boolean', 'json'];

function problemOf(
  { name, column, filter, query, written, schema }: AddedKind,
  id: string,
): string | undefined {
  const owner = owners.get(name);
  if (owner !== undefined && owner !== id) return `already comes from ${owner}. Rename it.`;
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return 'needs a name of lower-case letters, digits and hyphens.';
  if (typeof column === 'string' && !columns.includes(column))
    return `needs a column: one of ${columns.join(', ')}.`;
  if (!schema?.type || !query) return 'needs a schema with a type, and what queries do with it (`query`).';
  const hasFilter = filter?.operators.length > 0 && filter.operators.every((one) => operators.includes(one));
  if (!hasFilter || !filter.shown.every((one) => filter.operators.includes(one)))
    return `needs filter operators (${operators.join(', ')}), and those in \`shown\` among them.`;
  if (schema.pattern && !written)
    return 'has a pattern, so it needs `written`, whose message says what fits.';
  const { wrong = undefined } = schema.pattern ? readPattern(schema.pattern) : {};
  return wrong && `has a pattern that is not matched (${wrong}). Write it otherwise.`;
}
