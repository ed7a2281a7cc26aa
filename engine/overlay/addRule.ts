/** Adds rules of an overlay to the behaviour of their entity. */
import type { BehaviourDeclaration, Rule } from '../declaration/types.generated.ts';
import { changeKey } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { Change } from './types.ts';

/** Adds a rule to the behaviour of an entity. */
export function addRule(
  rule: Rule,
  { entity, change, at }: { readonly entity: string; readonly change: Change; readonly at: string },
  draft: DeclarationDraft,
): void {
  const behaviour = behaviourOf(entity, draft);
  const marked = draft.mark({ ...rule, overlay: changeKey(change) }, change, at);
  behaviour.rules = [...(behaviour.rules ?? []), marked];
}

/** The editable behaviour of an entity; created if missing. */
export function behaviourOf(entity: string, draft: DeclarationDraft): BehaviourDeclaration {
  const found = draft.named('behaviour', entity);
  if (found) return found.json;
  const file = draft.named('entity', entity)?.file ?? `schemas/custom/${entity}/entity.json`;
  return draft.add<BehaviourDeclaration>(file.replace(/entity\.json$/, 'behaviour.json'), { for: entity })
    .json;
}
