/** Lists of other records in the answer of a get. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import { resolvePath } from '../query/paths.ts';
import type { EntityModel, IncludeModel, WhoModel } from '../types/modelTypes.ts';
import { type Compiler, compileSort, type Place } from './compiler.ts';
import type { TypeSources } from './typeScope.ts';
import { askOf } from './watched.ts';

type DeclaredRoute = ApiDeclaration['routes'][number];
type DeclaredInclude = NonNullable<NonNullable<DeclaredRoute['include']>[string]>;

type Around = { readonly place: Place; readonly types: TypeSources; readonly compiler: Compiler };

/** Included lists and details of people in an answer. */
export function includeWords(declared: DeclaredRoute, around: Around, owner: EntityModel | undefined) {
  return {
    include: compileInclude(declared, around, owner),
    who: compileWho(declared, around),
    owned: compileOwned(declared, around),
  };
}

function compileInclude(
  { include, operation }: DeclaredRoute,
  around: Around,
  owner: EntityModel | undefined,
): readonly IncludeModel[] {
  const entries = Object.entries(include ?? {});
  if (entries.length > 0 && operation !== 'get')
    around.compiler.error(around.place, `Only a get includes other records; ${operation} does not.`);
  return entries.flatMap(([name, declared]) => {
    if (!declared) return [];
    reportInclude(name, declared, around, owner);
    const { entity, fields, by, first, within, where = {}, without = [] } = declared;
    return [{ name, entity, by, fields, where, without, first, within, sort: compileSort(declared.sort) }];
  });
}

function compileOwned({ owned, operation }: DeclaredRoute, { place, compiler }: Around): boolean {
  if (owned !== undefined && operation !== 'history')
    compiler.error(place, `Only a history tells of what a record owns; ${operation} does not.`);
  return owned === true;
}

function namedIn({ by, fields, without, where, first }: Omit<DeclaredInclude, 'entity'>): readonly string[] {
  return [by, ...(fields ?? []), ...(without ?? []), ...Object.keys(where ?? {}), ...(first ? [first] : [])];
}

function compileWho(
  { who, operation }: DeclaredRoute,
  { place, types, compiler }: Around,
): WhoModel | undefined {
  if (!who) return undefined;
  const at = { file: place.file, path: `${place.path}/who` };
  const entity = types.entities.get(who.entity);
  compiler.use(`entity:${who.entity}`, at);
  if (operation !== 'history') compiler.error(at, `Only a history says "who"; ${operation} does not.`);
  if (!entity)
    compiler.error(at, `There is no entity ${who.entity}. Add it to schemas/, or correct the name.`);
  for (const path of entity ? [who.by, ...Object.values(who.fields)] : []) {
    if (!askOf(types.entities, (all) => resolvePath(all, entity as EntityModel, String(path))))
      compiler.error(at, `${who.entity} has no field ${path}.`);
  }
  return { ...who, fields: who.fields as WhoModel['fields'] };
}

function reportInclude(
  name: string,
  { entity, by, fields, without, where, first, within }: DeclaredInclude,
  { place, types, compiler }: Around,
  owner: EntityModel | undefined,
): void {
  const at = { file: place.file, path: `${place.path}/include/${name}` };
  const included = types.entities.get(entity);
  compiler.use(`entity:${entity}`, at);
  if (owner?.fields.some((field) => field.name === name || field.expand?.as === name))
    compiler.error(at, `${owner.id} has a ${name} of its own. Give the list another name.`);
  if (owner && within !== undefined && !owner.fields.some((field) => field.name === within))
    compiler.error(at, `${owner.id} has no ${within} that could contain the list.`);
  if (!included) compiler.error(at, `There is no entity ${entity}. Add it to schemas/, or correct the name.`);
  for (const field of included ? namedIn({ by, fields, without, where, first }) : []) {
    if (included && askOf(types.entities, (all) => resolvePath(all, included, field)))
      compiler.use(`field:${entity}.${field}`, at);
    else compiler.error(at, `${entity} has no field ${field}.`);
  }
  const ref = included?.fieldByPath.get(by)?.ref;
  if (owner && included?.fieldByPath.has(by) && ref?.entity !== owner.id)
    compiler.error(at, `${entity}.${by} does not refer to ${owner.id}, so it cannot say which belong to it.`);
}
