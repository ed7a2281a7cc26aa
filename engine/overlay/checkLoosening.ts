/** Overlays make shipped rules stricter, never looser: a field that must be filled in stays in force. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { changeId, entityOfName } from './changeNames.ts';
import { createDraftFiles } from './draftFiles.ts';
import type { Change, OverlayFinding } from './types.ts';

/** A rule that makes a shipped field irrelevant lets go of what the shipped declaration requires of it. */
export function checkLoosening(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
  const files = createDraftFiles(set);
  return changes.flatMap((change) => {
    if (change.kind !== 'rule' || typeof change.relevant !== 'string' || change.each !== undefined) return [];
    const entity = files.seen('entity', entityOfName(change));
    const fields = change.field === undefined ? [] : [change.field].flat();
    const freed = fields.find(
      (name) => name === '*' || (entity?.required?.includes(name) && !entity.properties[name]?.['x-open']),
    );
    if (freed === undefined) return [];
    const finding = {
      change: changeId(change),
      at: '/relevant',
      level: 'error',
      code: 'loosens-required',
    } as const;
    return [{ ...finding, params: { field: freed } }];
  });
}
