/** Which words mean something beside which, on a rule: read from the schema, so that it is said once. */
import behaviour from './behaviour.schema.json' with { type: 'json' };

type Named = Readonly<Record<string, unknown>>;

const kinds = behaviour.$defs.rule.allOf.map(({ if: condition, then: { propertyNames } }) => ({
  slots: ('required' in condition ? [condition] : condition.anyOf).flatMap(({ required = [] }) => required),
  words: new Set(propertyNames.enum),
}));

/**
 * A rule without the words that mean nothing on its kind: overlays published before these were findings
 * may hold some, and nothing ever read them.
 */
export function withMeaningfulWords<Rule extends Named>(rule: Rule): Rule {
  const own = kinds.filter(({ slots }) => slots.some((slot) => rule[slot] !== undefined));
  if (own.length === 0) return rule;
  const words = Object.entries(rule).filter(([word]) => own.some(({ words }) => words.has(word)));
  return Object.fromEntries(words) as Rule;
}
