/** Parts of a route declaration that both the compiler and the reports need. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import type { EntityModel } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import type { TypeSources } from './typeScope.ts';

/** A route as declared. */
export type DeclaredRoute = ApiDeclaration['routes'][number];

/** The context of a route; `path` is the pointer to it in its file. */
export type RouteContext = {
  readonly sheets: NonNullable<ApiDeclaration['sheets']>;
  readonly file: string;
  readonly path: string;
  readonly entity: string;
  readonly types: TypeSources;
  readonly compiler: Compiler;
};

/** Names in `{}`, without the mark of optional ones. */
export function parametersOf(address: string): readonly string[] {
  return [...address.matchAll(/\{([^}?]+)\??\}/g)].map((match) => match[1] as string);
}

/** The entity whose fields the path binds: that of `through` or of the offered reference, or its own. */
export function boundEntity(
  { operation, through, offered }: DeclaredRoute,
  { types }: RouteContext,
  model: EntityModel | undefined,
): EntityModel | undefined {
  const other = through ?? offered;
  return operation === 'find' && other ? types.entities.get(other.entity) : model;
}

/** Drops undefined members. */
export function compact(
  record: Readonly<Record<string, string | undefined>> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
