/** Which rights a path through references requires. */
import type { FieldModel } from '../types/modelTypes.ts';
import { refersToMany } from './refersToOne.ts';

type Path = { readonly through: readonly FieldModel[]; readonly field: FieldModel };

/**
 * The number of leading references whose targets the person must be allowed to see, for a path from a visible
 * record. Expansions show members of other records: once they cover the rest of the path, no more rights are
 * needed. `PreviousDealer.TradingName` of a sale that expands `TradingName` needs none,
 * `PreviousDealer.LegalName` needs the dealer.
 */
export function askedHops({ through, field }: Path): number {
  const at = through.findIndex((reference, index) =>
    shows(expandedNames(reference), [...through.slice(index + 1), field]),
  );
  return at < 0 ? through.length : at;
}

/** Whether the members of an expansion cover a path. */
function shows(names: readonly string[], [next, ...rest]: readonly FieldModel[]): boolean {
  if (!next) return true;
  if (rest.length === 0) return holds(names, next);
  const as = memberOf(next);
  if (next.path.includes('.') || as === undefined) return false;
  const inner = names.flatMap((name) => (name.startsWith(`${as}.`) ? [name.slice(as.length + 1)] : []));
  return shows(names.includes(as) ? expandedNames(next) : inner, rest);
}

/** The id of a record is in the reference itself. */
function holds(names: readonly string[], field: FieldModel): boolean {
  const { path } = field;
  if (path === 'Id') return true;
  const as = path.includes('.') ? undefined : memberOf(field);
  return names.some((name) => name === path || name === as || path.startsWith(`${name}.`));
}

const expandedNames = ({ ref, expand }: FieldModel): readonly string[] =>
  (ref?.expand ?? expand)?.fields ?? [];

/** The name in answers of the record that a reference leads to. */
const memberOf = ({ kind, name, ref, expand }: FieldModel): string | undefined =>
  refersToMany({ kind }) ? name : (ref?.expand ?? expand)?.as;
