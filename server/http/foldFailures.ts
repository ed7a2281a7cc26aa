import type { SchemaFailure } from '#engine';

/**
 * Keeps one failure per place. For `anyOf` a validator reports the failures of every branch; this keeps
 * failures below the place, otherwise one of the branch with the value's own type, otherwise the type error.
 */
export function foldFailures(failures: readonly SchemaFailure[]): readonly SchemaFailure[] {
  const unions = failures.filter(isUnion).map(({ path }) => path);
  const deepestFirst = [...new Set(unions)].sort((one, other) => other.length - one.length);
  const folded = deepestFirst.reduce(foldAt, failures);
  const places = new Map<string, SchemaFailure>();
  for (const failure of folded) if (!places.has(placeOf(failure))) places.set(placeOf(failure), failure);
  return [...places.values()];
}

/** The place of a failure; a missing member counts at its own path. */
function placeOf({ path, keyword, params }: SchemaFailure): string {
  return keyword === 'required' ? `${path}/${String(params.missingProperty)}` : path;
}

const isUnion = ({ keyword }: SchemaFailure): boolean => keyword === 'anyOf' || keyword === 'oneOf';

function foldAt(failures: readonly SchemaFailure[], place: string): readonly SchemaFailure[] {
  const isBelow = (failure: SchemaFailure) => placeOf(failure).startsWith(`${place}/`);
  const here = failures.filter((failure) => placeOf(failure) === place);
  const rest = failures.filter((failure) => placeOf(failure) !== place);
  if (rest.some(isBelow)) return rest;
  const own = here.filter((failure) => !isUnion(failure));
  const said = own.find(({ keyword }) => keyword !== 'type') ?? own[0] ?? here[0];
  return said ? [...rest, said] : rest;
}
