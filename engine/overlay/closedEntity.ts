/** System entities (people, sessions, files, history, …) are closed to overlays: rights must not change. */
import { adjustedTarget, entityOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { rowFieldsOf } from './refersTo.ts';
import type { Change } from './types.ts';

export type Closed = { readonly entity: string; readonly at: string };

/** The system entity that a change targets or refers to, with the place in the change. */
export function closedEntity(
  change: Change,
  draft: Pick<DeclarationDraft, 'isClosed' | 'seen'>,
): Closed | undefined {
  return spotsOf(change, draft).find(({ entity }) => draft.isClosed(entity));
}

function spotsOf(change: Change, draft: Pick<DeclarationDraft, 'seen'>): readonly Closed[] {
  if (change.kind === 'place')
    return [{ entity: blockEntity(change.screen, change.block, draft), at: '/name' }];
  if (change.kind === 'adjust') {
    const { kind, of, block } = adjustedTarget(change);
    const onScreen = kind === 'section' || kind === 'column';
    return [{ entity: onScreen ? blockEntity(of, block, draft) : of, at: '/name' }];
  }
  if (change.kind === 'rule') return [{ entity: entityOfName(change), at: '/name' }];
  if (change.kind !== 'field') return [];
  const rows = rowFieldsOf(change).map(({ reference = '' }, index) => ({
    entity: reference,
    at: `/fields/${index}/reference`,
  }));
  return [
    { entity: entityOfName(change), at: '/name' },
    { entity: change.reference ?? '', at: '/reference' },
    ...rows,
  ];
}

function blockEntity(screen: string, id: string, draft: Pick<DeclarationDraft, 'seen'>): string {
  const block = draft.seen('screen', screen)?.blocks.find((one) => one.id === id);
  return block && 'entity' in block ? block.entity : '';
}
