/** Checks changes before they are applied: shape, meaning, and loosening of shipped rules. */
import type { EntityDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { changeId, entityOfName } from './changeNames.ts';
import { checkChange } from './checkChange.ts';
import { checkMeaning } from './checkMeaning.ts';
import { createDraftFiles } from './draftFiles.ts';
import type { Change, OverlayFinding } from './types.ts';

/** Findings about changes; the meaning of those with an invalid shape is not checked. */
export function checkChanges(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
  const shapes = changes.map((change) => ({ change, findings: checkChange(change) }));
  const sound = shapes.filter(({ findings }) => findings.length === 0).map(({ change }) => change);
  return [
    ...shapes.flatMap(({ findings }) => findings),
    ...checkEntitySizes(set, sound),
    ...checkMeaning(set, sound),
    ...checkLoosening(set, changes),
  ];
}

/** Fields per entity: each needs a database column or two, which are limited, and slows every call. */
const mostFields = 500;

/** Reports the first field that exceeds the limit of its entity. */
function checkEntitySizes(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
  const sizes = new Map(shippedSizes(set));
  return changes.flatMap((change): readonly OverlayFinding[] => {
    const [entity = ''] = change.name.split('.');
    if (change.kind !== 'field') return [];
    const size = (sizes.get(entity) ?? 0) + 1;
    sizes.set(entity, size);
    if (size !== mostFields + 1) return [];
    const { kind, name } = change;
    const params = { entity, most: mostFields };
    return [{ change: { kind, name }, at: '/name', level: 'error', code: 'entity-full', params }];
  });
}

function shippedSizes({ files }: DeclarationSet): readonly (readonly [string, number])[] {
  return files
    .filter(({ file }) => file.endsWith('/entity.json'))
    .map(({ json }) => json as EntityDeclaration)
    .map(({ $id, properties }) => [$id, Object.keys(properties ?? {}).length] as const);
}

/** Overlays may only tighten shipped rules: making a shipped field irrelevant would lift its requirements. */
function checkLoosening(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
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
