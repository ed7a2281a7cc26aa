/** Adds a public form, or replaces or closes a shipped one that is open to changes. */
import type { PublicForm } from '../declaration/types.generated.ts';
import { behaviourOf } from './addRule.ts';
import { changeKey, entityOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { PublicFormChange } from './types.ts';

export function applyPublicForm(change: PublicFormChange, draft: DeclarationDraft): void {
  const entity = entityOfName(change);
  const shipped = draft.seen('behaviour', entity)?.publicForms?.find(({ id }) => id === change.name);
  if (!draft.seen('entity', entity)) draft.report(change, 'no-entity', { at: '/name', params: { entity } });
  else if (shipped && shipped.open !== true)
    draft.report(change, 'form-closed', { at: '/name', params: { name: change.name } });
  else {
    const said = formOf(change, shipped, draft);
    if (said) write(change, said, draft);
  }
}

const needed = ['address', 'title', 'fields', 'thanks'] as const;

/** Undefined, with a finding, while something required is missing. */
function formOf(
  change: PublicFormChange,
  shipped: PublicForm | undefined,
  draft: DeclarationDraft,
): PublicForm | undefined {
  const { kind, name, $schema, $comment, was, ...words } = change;
  // A change that only closes or opens a shipped form keeps its content.
  const isSwitch = shipped !== undefined && needed.every((word) => change[word] === undefined);
  const { off: _off, ...kept } = shipped ?? ({} as Partial<PublicForm>);
  const said = { ...(isSwitch ? kept : {}), ...words, id: name } as PublicForm;
  const absent = needed.filter((word) => said[word] === undefined);
  for (const word of absent) draft.report(change, 'shape.missing', { at: `/${word}`, params: { word } });
  return absent.length > 0 ? undefined : { ...said, ...(shipped && { open: true }) };
}

function write(change: PublicFormChange, said: PublicForm, draft: DeclarationDraft): void {
  const behaviour = behaviourOf(entityOfName(change), draft);
  const next = draft.mark({ ...said, overlay: changeKey(change) }, change);
  const others = (behaviour.publicForms ?? []).filter(({ id }) => id !== change.name);
  behaviour.publicForms = [...others, next] as typeof behaviour.publicForms;
}
