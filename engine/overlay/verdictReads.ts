/** Everything the verdict of a rule depends on, besides what the rule itself reads. */

import { patternsOf } from '../rules/readPatterns.ts';
import type { EntityModel } from '../types/modelTypes.ts';

/**
 * Dotted names of all fields that influence a rule: those it reads, those their relevance depends on
 * (irrelevant fields are empty), and inputs of computed ones. `start`: what it reads, and its own fields.
 */
export function verdictReads(entity: EntityModel, start: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const waiting = [...start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const field of fieldsAt(entity, name)) waiting.push(...readsAbout(entity, field));
  }
  // Fields that are always computed cannot be entered.
  const computed = new Set(
    entity.rules.values.filter(({ override, when }) => !override && !when).map(({ field }) => field),
  );
  return [...found].filter((name) => !computed.has(name));
}

function readsAbout({ rules }: EntityModel, field: string): readonly string[] {
  const relevant = rules.state.filter(({ slot, fields }) => slot === 'relevant' && fields.includes(field));
  const values = rules.values.filter((rule) => rule.field === field);
  const reads = [
    ...relevant.flatMap(({ each, expression }) => patternsOf(expression.reads, each)),
    ...values.flatMap(({ each, expression, when }) =>
      patternsOf([...expression.reads, ...(when?.reads ?? [])], each),
    ),
  ];
  return reads.map(({ pattern }) => pattern).filter((pattern) => pattern !== '');
}

/** The field read, its enclosing fields, and the reference to its record. */
function fieldsAt({ fields, fieldByPath }: EntityModel, name: string): readonly string[] {
  const names = name.split('.');
  const own = names.map((_, index) => names.slice(0, index + 1).join('.'));
  const through = fields.find(({ expand }) => expand?.as === names[0]);
  return [...own.filter((path) => fieldByPath.has(path)), ...(through ? [through.path] : [])];
}
