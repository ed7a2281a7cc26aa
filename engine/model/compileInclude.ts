/** Lists of other records in the answer of a get. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import { type Compiler, compileSort, type Place } from './compiler.ts';
import type { TypeSources } from './typeScope.ts';
import type { EntityModel, IncludeModel } from './types.ts';

type DeclaredRoute = ApiDeclaration['routes'][number];
type DeclaredInclude = NonNullable<NonNullable<DeclaredRoute['include']>[string]>;

type Around = { readonly place: Place; readonly types: TypeSources; readonly compiler: Compiler };

/** Compiles the `include` of a route. */
export function compileInclude(
  { include, operation }: DeclaredRoute,
  around: Around,
  entity: EntityModel | undefined,
): readonly IncludeModel[] {
  const entries = Object.entries(include ?? {});
  if (entries.length > 0 && operation !== 'get')
    around.compiler.error(around.place, `Only a get includes other records; ${operation} does not.`);
  return entries.flatMap(([name, declared]) => {
    if (!declared) return [];
    reportInclude(name, declared, around, entity);
    const { fields, by, without = [] } = declared;
    return [{ name, entity: declared.entity, by, fields, without, sort: compileSort(declared.sort) }];
  });
}

function reportInclude(
  name: string,
  { entity, by, fields, without }: DeclaredInclude,
  { place, types, compiler }: Around,
  owner: EntityModel | undefined,
): void {
  const at = { file: place.file, path: `${place.path}/include/${name}` };
  const included = types.entities.get(entity);
  compiler.use(`entity:${entity}`, at);
  if (owner?.fields.some((field) => field.name === name || field.expand?.as === name))
    compiler.error(at, `${owner.id} has a ${name} of its own. Give the list another name.`);
  if (!included) compiler.error(at, `There is no entity ${entity}. Add it to schemas/, or mend the name.`);
  for (const field of included ? [by, ...(fields ?? []), ...(without ?? [])] : []) {
    if (included?.fieldByPath.has(field)) compiler.use(`field:${entity}.${field}`, at);
    else compiler.error(at, `${entity} has no field ${field}.`);
  }
  const ref = included?.fieldByPath.get(by)?.ref;
  if (owner && included?.fieldByPath.has(by) && ref?.entity !== owner.id)
    compiler.error(at, `${entity}.${by} does not refer to ${owner.id}, so it cannot say which belong to it.`);
}
