/** How many fields an entity may have: each is a column or two, of which a database knows so many, and each costs every call. */
import type { EntityDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import type { Change, OverlayFinding } from './types.ts';

const mostFields = 500;

/** Says at the first field beyond it that an entity has too many. */
export function checkEntitySizes(set: DeclarationSet, changes: readonly Change[]): readonly OverlayFinding[] {
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
