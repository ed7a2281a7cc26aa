import { useEffect, useMemo, useState } from 'react';
import type { BlockModel, Change, EntityModel, ModelBundle, ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import type { Draft } from '../draftTypes.ts';
import { declaredBlock } from '../places.ts';
import type { Named } from '../useDraft.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { keyOf, type Layout, layoutOf, type Part, partsIn, sectionAt } from './layout.ts';
import type { Where } from './layoutChanges.ts';
import { refusalOf } from './refusalOf.ts';

/** One block on the canvas: its layout, the selected part, and how it changes. */
export type Canvas = {
  readonly where: Where;
  readonly screen: ScreenModel;
  readonly block: BlockModel;
  readonly entity: EntityModel | undefined;
  /** The entity is one of the system, which overlays must not change. */
  readonly isClosed: boolean;
  /** Closed, or laid out elsewhere. */
  readonly isFixed: boolean;
  readonly layout: Layout;
  readonly selected: Part | undefined;
  readonly select: (part: Part | undefined) => void;
  /** Shows the next layout at once, and saves the changes that make it. */
  readonly act: (next: Layout, put: readonly Change[], gone?: readonly Named[]) => void;
  readonly nameOf: (part: Part) => string;
  /** Why a part cannot be removed; undefined if it can. */
  readonly refusalOf: (part: Part) => string | undefined;
  /** The last thing to say to a screen reader. */
  readonly said: string;
  readonly announce: (text: string) => void;
};

export function useCanvas(screen: ScreenModel, block: BlockModel, first?: Part): Canvas {
  const say = useMessage();
  const { model, bundle, draft, say: label } = useWork();
  const { put } = useSaveDraft();
  const [layout, show] = useLayout(block);
  const [picked, select] = useState(first);
  const [said, announce] = useState('');
  const entity = 'entity' in block ? model.entities.get(block.entity) : undefined;
  const isClosed = entity?.area === 'system';
  const parts = useMemo(() => new Set(partsIn(layout).map(keyOf)), [layout]);
  const selected = picked && parts.has(keyOf(picked)) ? picked : undefined;
  const nameOf = (part: Part): string => {
    if (part.kind === 'section') {
      const section = sectionAt(layout, part);
      const title = section?.title ?? section?.tab;
      return title ? label(title) : say('configure.section.untitled');
    }
    const members = part.kind === 'column' ? layout.columns : layout.filters;
    const found = part.kind === 'item' ? undefined : members.find(({ path }) => path === part.id);
    const field = entity?.fieldByPath.get(part.id);
    return found ? label(found.title) : field ? label(field.label) : part.id;
  };
  return {
    where: { screen: screen.id, block: block.id },
    screen,
    block,
    entity,
    isClosed,
    isFixed: isClosed || borrowedFrom(bundle, screen, block) !== undefined,
    layout,
    selected,
    select,
    act: (next, changes, gone) => show(next, put(changes, gone)),
    nameOf,
    refusalOf: (part) => {
      const code = refusalOf(part, { block, entity, layout, changes: draft.Changes, bundle });
      return (
        code &&
        say(`configure.canvas.refused.${code.why}`, {
          fields: (code.fields ?? []).map((id) => nameOf({ kind: 'item', id })).join(', '),
        })
      );
    },
    said,
    announce,
  };
}

type OwnLayout = { readonly layout: Layout; readonly isAnswered: boolean };

/** The layout of the draft; after a change the next one, until the draft has been compiled with it. */
function useLayout(block: BlockModel) {
  const { isCurrent } = useWork();
  const compiled = useMemo(() => layoutOf(block), [block]);
  const [own, setOwn] = useState<OwnLayout>();
  // The answer alone is not enough: later edits, such as its undoing, may still be pending.
  const isOver = own?.isAnswered === true && isCurrent;
  useEffect(() => {
    if (isOver) setOwn(undefined);
  }, [isOver]);
  const show = (layout: Layout, saved: Promise<Draft | undefined>) => {
    setOwn({ layout, isAnswered: false });
    void saved.then((draft) =>
      setOwn((shown) => {
        if (!draft) return undefined;
        return shown?.layout === layout ? { layout, isAnswered: true } : shown;
      }),
    );
  };
  return [own && !isOver ? own.layout : compiled, show] as const;
}

/** Whether the sections of a block belong to another form, which is named. */
export function borrowedFrom(
  bundle: ModelBundle,
  screen: ScreenModel,
  block: BlockModel,
): string | undefined {
  const sections = declaredBlock(bundle, screen, block.id)?.sections;
  return typeof sections === 'string' ? sections : undefined;
}
