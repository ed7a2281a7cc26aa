/** Adds a print format, or replaces or switches off a shipped one that is open to changes. */
import type { PrintFormat } from '../declaration/types.generated.ts';
import { behaviourOf } from './addRule.ts';
import { changeKey, entityOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { PrintFormatChange } from './types.ts';

export function applyPrintFormat(change: PrintFormatChange, draft: DeclarationDraft): void {
  const entity = entityOfName(change);
  const shipped = draft.seen('behaviour', entity)?.printFormats?.find(({ id }) => id === change.name);
  if (!draft.seen('entity', entity)) draft.report(change, 'no-entity', { at: '/name', params: { entity } });
  else if (shipped && shipped.open !== true)
    draft.report(change, 'print-closed', { at: '/name', params: { name: change.name } });
  else {
    const said = formatOf(change, shipped, draft);
    if (said) write(change, said, draft);
  }
}

const needed = ['title', 'blocks'] as const;

/** Undefined, with a finding, while something required is missing. */
function formatOf(
  change: PrintFormatChange,
  shipped: PrintFormat | undefined,
  draft: DeclarationDraft,
): PrintFormat | undefined {
  const { kind, name, $schema, $comment, was, ...words } = change;
  // A change that only switches a shipped format off keeps its content.
  const isSwitch = shipped !== undefined && needed.every((word) => change[word] === undefined);
  const said = { ...(isSwitch ? shipped : {}), ...words, id: name } as PrintFormat;
  const absent = needed.filter((word) => said[word] === undefined);
  for (const word of absent) draft.report(change, 'shape.missing', { at: `/${word}`, params: { word } });
  return absent.length > 0 ? undefined : { ...said, ...(shipped && { open: true }) };
}

function write(change: PrintFormatChange, said: PrintFormat, draft: DeclarationDraft): void {
  const behaviour = behaviourOf(entityOfName(change), draft);
  const next = draft.mark({ ...said, overlay: changeKey(change) }, change);
  const others = (behaviour.printFormats ?? []).filter(({ id }) => id !== change.name);
  behaviour.printFormats = [...others, next] as typeof behaviour.printFormats;
}
