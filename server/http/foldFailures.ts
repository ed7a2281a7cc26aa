import type { SchemaFailure } from '#engine';

/**
 * One failure a place. A validator tells of each form that a value may have (`anyOf`) what it lacks of it; what is said
 * is what is wrong below the place, else what the form of the value's own type asks, else that its type is wrong.
 */
export function foldFailures(failures: readonly SchemaFailure[]): readonly SchemaFailure[] {
  const unions = failures.filter(isUnion).map(({ path }) => path);
  const deepestFirst = [...new Set(unions)].sort((one, other) => other.length - one.length);
  const folded = deepestFirst.reduce(foldAt, failures);
  const places = new Map<string, SchemaFailure>();
  for (const failure of folded) if (!places.has(placeOf(failure))) places.set(placeOf(failure), failure);
  return [...places.values()];
}

/** Where it is said: what is missing, where it would stand. */
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
