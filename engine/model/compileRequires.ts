/** Records that must exist for a call to be accepted. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import type { RouteModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import { type TypeSources, whereScope } from './typeScope.ts';

type DeclaredRoute = ApiDeclaration['routes'][number];
type Around = { readonly place: Place; readonly types: TypeSources; readonly compiler: Compiler };

/** Compiles the `requires` of a route. */
export function compileRequires(
  { requires = [] }: DeclaredRoute,
  { place, types, compiler }: Around,
): RouteModel['requires'] {
  const query = { kind: 'object', fields: {}, open: true } as const;
  return requires.flatMap(({ entity, where, message }, index) => {
    const at = { file: place.file, path: `${place.path}/requires/${index}` };
    compiler.use(`entity:${entity}`, at);
    compiler.use(`message:${message}`, at);
    if (!types.entities.has(entity))
      compiler.error(at, `There is no entity ${entity}. Add it to schemas/, or correct the name.`);
    const condition = compiler.where(where, at, () => whereScope(types, entity, { query }));
    return condition ? [{ entity, message, where: condition }] : [];
  });
}
