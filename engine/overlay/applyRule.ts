/** Adds a rule, or replaces or removes a shipped one that is open to changes. */
import behaviour from '../declaration/behaviour.schema.json' with { type: 'json' };
import type { Rule } from '../declaration/types.generated.ts';
import { addRule, behaviourOf } from './addRule.ts';
import { changeKey, entityOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { RuleChange } from './types.ts';

/** Writes a rule to the behaviour of its entity. */
export function applyRule(change: RuleChange, draft: DeclarationDraft): void {
  const entity = entityOfName(change);
  const shipped = draft.seen('behaviour', entity)?.rules?.find(({ id }) => id === change.name);
  if (!draft.seen('entity', entity)) draft.report(change, 'no-entity', { at: '/name', params: { entity } });
  else if (shipped && shipped.open !== true)
    draft.report(change, 'rule-closed', { at: '/name', params: { rule: change.name } });
  else if (change.off) switchOff(change, shipped, draft);
  else if (shipped) replaceRule(change, draft);
  else addRule(ruleOf(change), { entity, change, at: '' }, draft);
  if (change.message) draft.text(change, messageOf(change), change.message, '/message');
}

function switchOff(change: RuleChange, shipped: Rule | undefined, draft: DeclarationDraft): void {
  const behaviour = behaviourOf(entityOfName(change), draft);
  if (shipped) behaviour.rules = (behaviour.rules ?? []).filter(({ id }) => id !== change.name);
  else draft.report(change, 'no-rule', { at: '/name', level: 'warning', params: { rule: change.name } });
}

function replaceRule(change: RuleChange, draft: DeclarationDraft): void {
  const behaviour = behaviourOf(entityOfName(change), draft);
  const next = draft.mark({ ...ruleOf(change), open: true, overlay: changeKey(change) }, change);
  behaviour.rules = (behaviour.rules ?? []).map((rule) => (rule.id === change.name ? next : rule));
}

const messageOf = ({ name }: RuleChange): string => `rule.${name}`;

function ruleOf(change: RuleChange): Rule {
  const { name, kind: _kind, $schema, $comment, message, examples, off, was, ...words } = change;
  return withMeaningfulWords({ id: name, ...words, ...(message && { message: messageOf(change) }) }) as Rule;
}

type Named = Readonly<Record<string, unknown>>;

/** Which members are valid for which kind of rule, read from the schema. */
const kinds = behaviour.$defs.rule.allOf.map(({ if: condition, then: { propertyNames } }) => ({
  slots: ('required' in condition ? [condition] : condition.anyOf).flatMap(({ required = [] }) => required),
  words: new Set(propertyNames.enum),
}));

/**
 * Drops members without meaning for the rule's kind. Overlays published before these were findings may
 * contain some, which were always ignored.
 */
function withMeaningfulWords<Rule extends Named>(rule: Rule): Rule {
  const own = kinds.filter(({ slots }) => slots.some((slot) => rule[slot] !== undefined));
  if (own.length === 0) return rule;
  const words = Object.entries(rule).filter(([word]) => own.some(({ words }) => words.has(word)));
  return Object.fromEntries(words) as Rule;
}
