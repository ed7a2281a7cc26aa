/** Whose rights a path through references needs. */
import type { FieldModel } from '../types/modelTypes.ts';

type Path = { readonly through: readonly FieldModel[]; readonly field: FieldModel };

/**
 * How many of the leading references lead to records that a person has to be allowed to see, for a path from a record
 * they see. A record shows what the expansions of its references name: from the first record that shows all the rest
 * of the path, nothing more is asked. `PreviousDealer.TradingName` of a sale that expands `TradingName` needs none,
 * `PreviousDealer.LegalName` needs the dealer.
 */
export function askedHops({ through, field }: Path): number {
  const at = through.findIndex((reference, index) =>
    shows(expandedNames(reference), [...through.slice(index + 1), field]),
  );
  return at < 0 ? through.length : at;
}

/** Whether the members that an expansion names hold all of a path. */
function shows(names: readonly string[], [next, ...rest]: readonly FieldModel[]): boolean {
  if (!next) return true;
  if (rest.length === 0) return holds(names, next);
  const as = memberOf(next);
  if (next.path.includes('.') || as === undefined) return false;
  const inner = names.flatMap((name) => (name.startsWith(`${as}.`) ? [name.slice(as.length + 1)] : []));
  return shows(names.includes(as) ? expandedNames(next) : inner, rest);
}

/** The id of a record stands in the reference itself. */
function holds(names: readonly string[], field: FieldModel): boolean {
  const { path } = field;
  if (path === 'Id') return true;
  const as = path.includes('.') ? undefined : memberOf(field);
  return names.some((name) => name === path || name === as || path.startsWith(`${name}.`));
}

const expandedNames = ({ ref, expand }: FieldModel): readonly string[] =>
  (ref?.expand ?? expand)?.fields ?? [];

/** What an answer calls the record that a reference leads to. */
const memberOf = ({ kind, name, ref, expand }: FieldModel): string | undefined =>
  kind === 'references' ? name : (ref?.expand ?? expand)?.as;
