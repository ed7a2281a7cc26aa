/** Checks the settings of the widgets that changes put on screens, by the declarations of the widgets. */
import { checkWidgets, namedInOptions } from '../check/checkWidgets.ts';
import { kindOfFile } from '../model/sources.ts';
import type { DeclarationSet, Model } from '../types/modelTypes.ts';
import { blockEntityId } from './applyBlock.ts';
import { declarationFindings } from './declarationFindings.ts';
import type { AppliedOverlay, BlockChange, Change, OverlayFinding } from './types.ts';

const isBlock = (change: Change): change is BlockChange => change.kind === 'block';

/** Findings about the changes alone; those about shipped blocks are found when the declarations are checked. */
export function blockFindings(
  { set, provenance }: Pick<AppliedOverlay, 'set' | 'provenance'>,
  model: Model,
  changes: readonly Change[],
): readonly OverlayFinding[] {
  if (!changes.some(isBlock)) return [];
  const touched = new Set(provenance.filter(({ change }) => change.kind === 'block').map(({ file }) => file));
  const files = set.files.filter(({ file }) => kindOfFile(file) === 'widget' || touched.has(file));
  return declarationFindings(checkWidgets({ files }, model), provenance, model, changes).flatMap((finding) =>
    finding.change?.kind === 'block'
      ? [{ ...finding, at: finding.at.replace(/^\/options/, '/settings') }]
      : [],
  );
}

/** What a block reads: an entity, and paths of its fields with their places in the change. */
export type BlockReads = {
  readonly change: BlockChange;
  readonly entity: string;
  readonly fields: readonly { readonly path: string; readonly at: string }[];
};

/** What each of the blocks reads; those that read no entity are left out. */
export function blockReads(set: DeclarationSet, changes: readonly Change[]): readonly BlockReads[] {
  return changes.filter(isBlock).flatMap((change) => {
    const entity = blockEntityId(change);
    if (entity === undefined) return [];
    const named = namedInOptions(set, change.widget, change.settings)
      .filter(({ what }) => what === 'field')
      .map(({ name, at }) => ({ path: name, at: `/settings${at}` }));
    const by = change.by === undefined ? [] : [{ path: change.by, at: '/by' }];
    return [{ change, entity, fields: [...named, ...by] }];
  });
}
