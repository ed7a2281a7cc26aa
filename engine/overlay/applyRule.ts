/** A rule more; or another in place of a shipped one, or none, where the shipped one is open. */
import { withMeaningfulWords } from '../declaration/ruleWords.ts';
import type { Rule } from '../declaration/types.generated.ts';
import { addRule, behaviourOf } from './addRule.ts';
import { changeKey, entityOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { RuleChange } from './types.ts';

/** Writes a rule into the behaviour of its entity. */
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
