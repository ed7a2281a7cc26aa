/** Compiles what differs between a copy and its source. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import type { CopyModel, EntityModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import { recordType, ruleScope, type TypeSources } from './typeScope.ts';

type DeclaredCopy = NonNullable<ApiDeclaration['routes'][number]['copy']>;

/** Compiles the `copy` of a route; `$source` is the source record, `$record` the new one. */
export function compileCopy(
  declared: DeclaredCopy,
  { place, types, compiler }: { place: Place; types: TypeSources; compiler: Compiler },
  entity: EntityModel,
): CopyModel {
  const scope = () => {
    const own = ruleScope(types, entity);
    return { ...own, vars: { ...own.vars, source: recordType(types, entity.id) } };
  };
  const set = Object.entries(declared.set ?? {}).flatMap(([field, text]) =>
    text === undefined
      ? []
      : [[field, compiler.expression(text, at(place, `copy/set/${field}`), scope)] as const],
  );
  const named = [...set.map(([field]) => field), ...(declared.next ? namesOf(declared.next) : [])];
  for (const field of named)
    if (!entity.fieldByPath.has(field))
      compiler.error(at(place, 'copy'), `${entity.id} has no field ${field} that a copy could set.`);
  return { set: Object.fromEntries(set), next: declared.next };
}

const namesOf = ({ field, within }: NonNullable<DeclaredCopy['next']>): readonly string[] => [
  field,
  ...within,
];

const at = ({ file, path }: Place, below: string): Place => ({ file, path: `${path}/${below}` });
