/** Copies an entity of an overlay under another name: fields, rules, workflow, screens and rights. */
import { featuresOfEntity } from './applyEntity.ts';
import { featureOfTransition } from './applyWorkflow.ts';
import type { Copying } from './kinds/defineChange.ts';
import { definitionOf } from './kinds/registry.ts';
import type { Change, EntityChange } from './types.ts';

type EntityCopy = Pick<EntityChange, 'title' | 'plural'> & {
  readonly from: string;
  readonly to: string;
};

/**
 * The changes that make the copy; roles that have rights for the entity get those for the copy. Automations
 * and public forms are not copied, nor is anything of other entities that leads to this one.
 */
export function copyEntity(changes: readonly Change[], copy: EntityCopy): readonly Change[] {
  const { from, to, title, plural } = copy;
  const copying = copyingOf(changes, copy);
  return changes.flatMap((change): readonly Change[] => {
    const found = definitionOf(change).copied?.(change, copying);
    if (!found) return [];
    if (found.kind === 'entity') return [titled(found, { title, plural })];
    return change.kind === 'role' || found.name !== change.name || from === to ? [found] : [];
  });
}

/** A copy is in use, and its group has its title from the original. */
function titled(
  { retired: _, ...entity }: EntityChange,
  texts: Pick<EntityCopy, 'title' | 'plural'>,
): EntityChange {
  return { ...entity, ...texts };
}

function copyingOf(changes: readonly Change[], { from, to }: EntityCopy): Copying {
  const screens = new Map(['', '-list', '-create'].map((end) => [`${from}${end}`, `${to}${end}`]));
  const own = Object.values(featuresOfEntity(to));
  const features = new Map(
    Object.values(featuresOfEntity(from)).map((feature, at) => [feature, own[at] ?? feature]),
  );
  for (const change of changes)
    if (change.kind === 'workflow' && change.name === from)
      for (const { id } of change.transitions ?? [])
        features.set(featureOfTransition(from, id), featureOfTransition(to, id));
  return { from, to, screen: (id) => screens.get(id), feature: (id) => features.get(id) ?? id };
}
