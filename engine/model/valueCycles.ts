/** Finds cycles among computed fields. */
import type { EntityModel, ValueRule } from '../types/modelTypes.ts';

type ValueCycle = { readonly names: readonly string[]; readonly file: string };

/** Every cycle among the value rules of an entity, as its fields with the first one repeated at the end. */
export function valueCycles(entity: EntityModel): readonly ValueCycle[] {
  const rules = new Map(entity.rules.values.map((rule) => [rule.field, rule]));
  const cycles: ValueCycle[] = [];
  const done = new Set<string>();
  const visit = (field: string, trail: readonly string[]): void => {
    const start = trail.indexOf(field);
    if (start >= 0) {
      cycles.push({ names: [...trail.slice(start), field], file: rules.get(field)?.file ?? '' });
      return;
    }
    if (done.has(field)) return;
    const rule = rules.get(field);
    for (const read of rule ? readsOf(rule) : []) if (rules.has(read)) visit(read, [...trail, field]);
    done.add(field);
  };
  for (const field of rules.keys()) visit(field, []);
  return cycles;
}

/** Dotted fields of the record that a value rule reads; inside rows `$` is the row. */
function readsOf(rule: ValueRule): readonly string[] {
  return [...rule.expression.reads, ...(rule.when?.reads ?? [])].flatMap(({ from, path, presence }) => {
    // Only the number of rows matters, not their content.
    if (presence) return [];
    if (from === 'record') return prefixes(path);
    if (from === 'row' || from === '$') return rule.each ? prefixes([rule.each, ...path]) : prefixes(path);
    return [];
  });
}

function prefixes(path: readonly string[]): readonly string[] {
  return path.map((_, index) => path.slice(0, index + 1).join('.'));
}
