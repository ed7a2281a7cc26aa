/** What can be said of changes before they are applied: their shape, and what they mean. */
import type { DeclarationSet } from '../types/modelTypes.ts';
import { checkChange } from './checkChange.ts';
import { checkMeaning } from './checkMeaning.ts';
import { checkEntitySizes } from './entitySize.ts';
import type { Change, OverlayFinding } from './types.ts';

/** Findings about changes; those that break the shape are not looked at further. */
export function checkChanges(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
  const shapes = changes.map((change) => ({ change, findings: checkChange(change) }));
  const sound = shapes.filter(({ findings }) => findings.length === 0).map(({ change }) => change);
  const meaning = [...checkEntitySizes(set, sound), ...checkMeaning(set, sound)];
  return [...shapes.flatMap(({ findings }) => findings), ...meaning];
}
