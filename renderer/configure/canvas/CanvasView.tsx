import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from 'react-router';
import type { BlockModel, ScreenModel } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import hidden from '../../parts/hidden.module.css';
import { Link } from '../../parts/Link.tsx';
import { ErrorBoundary } from '../../shell/ErrorBoundary.tsx';
import { findChange } from '../changes.ts';
import { PreviewScope } from '../preview/PreviewScope.tsx';
import { ViewsPart } from '../screens/views/ViewsPart.tsx';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import { CanvasForm } from './CanvasForm.tsx';
import { CanvasGrid } from './CanvasGrid.tsx';
import { CanvasTools, type Look } from './CanvasTools.tsx';
import styles from './canvas.module.css';
import { keyOf, type Part } from './layout.ts';
import { Outline } from './Outline.tsx';
import { OwnBlock } from './OwnBlock.tsx';
import { PartPanel } from './PartPanel.tsx';
import { Surface } from './Surface.tsx';
import { borrowedFrom, type Canvas, useCanvas } from './useCanvas.ts';
import { type CanvasActions, useCanvasActions } from './useCanvasActions.ts';
import { useCanvasKeys } from './useCanvasKeys.ts';

/** A screen on the canvas, one block at a time; the address says which. */
export function CanvasView({ screen }: { screen: ScreenModel }) {
  const [search, setSearch] = useSearchParams();
  const [first, pickFirst] = useState<Part>();
  const wanted = screen.blocks.find(({ id }) => id === search.get('block'));
  const block =
    wanted ??
    screen.blocks.find(({ kind }) => kind === 'form') ??
    screen.blocks.find(({ kind }) => kind === 'grid') ??
    screen.blocks[0];
  const open = useCallback(
    (id: string, part?: Part) => {
      pickFirst(part);
      setSearch({ block: id }, { replace: true, preventScrollReset: true });
    },
    [setSearch],
  );
  if (!block) return null;
  return <BlockCanvas key={block.id} {...{ screen, block, first }} onBlock={open} />;
}

type Props = {
  readonly screen: ScreenModel;
  readonly block: BlockModel;
  /** The part to select at the start. */
  readonly first: Part | undefined;
  readonly onBlock: (id: string, part?: Part) => void;
};

function BlockCanvas({ screen, block, first, onBlock }: Props) {
  const canvas = useCanvas(screen, block, first);
  const actions = useCanvasActions(canvas);
  const [look, setLook] = useState<Look>({ isPhone: false, role: '' });
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const onLeave = useCallback(() => root.current?.focus(), []);
  const openPanel = () =>
    panel.current?.querySelector<HTMLElement>('input, textarea, button:not([aria-disabled])')?.focus();
  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  keys.current = useCanvasKeys({ canvas, actions, onOpen: openPanel, onEscape: () => false });
  // A key means what is selected now, though the tree is drawn later.
  const onKeyDown = useCallback((event: KeyboardEvent) => keys.current(event), []);
  useSaidSelection(canvas);
  // The canvas answers first; the tree and the settings follow.
  const later = useDeferredValue(canvas);
  return (
    <div className={styles.canvas}>
      <Outline {...{ screen, onBlock, onKeyDown }} canvas={later} />
      <div className={styles.middle}>
        <CanvasTools {...{ canvas, actions, look, setLook, onBlock }} />
        <Stage {...{ canvas, actions, look, root, onBlock }} onOpen={openPanel} />
        {block.kind === 'grid' && !canvas.isClosed && <ViewsPart screen={screen.id} block={block} />}
        <p role="status" className={hidden.hidden}>
          {canvas.said}
        </p>
      </div>
      <PartPanel {...{ actions, root: panel, onLeave }} canvas={later} />
    </div>
  );
}

/** Says what the arrow keys select; actions say more themselves. */
function useSaidSelection({ selected, nameOf, announce }: Canvas): void {
  const say = useMessage();
  const name = selected && keyOf(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once per selection
  useEffect(() => {
    if (selected) announce(say('configure.canvas.selected', { item: nameOf(selected) }));
  }, [name]);
}

type StageProps = {
  readonly canvas: Canvas;
  readonly actions: CanvasActions;
  readonly look: Look;
  readonly root: React.RefObject<HTMLDivElement | null>;
  readonly onOpen: () => void;
  readonly onBlock: (id: string) => void;
};

function Stage({ canvas, actions, look, root, onOpen, onBlock }: StageProps) {
  const { bundle, draft } = useWork();
  const { screen, block, layout } = canvas;
  const locale = useLocale();
  // An unreleased entity has no records to load.
  const isStored = useModel().entities.has('entity' in block ? block.entity : '');
  const isEditable = (block.kind === 'form' && !borrowedFrom(bundle, screen, block)) || block.kind === 'grid';
  const own = findChange(draft.Changes, 'block', `${screen.id}.${block.id}`);
  if (own) return <OwnBlock key={own.name} {...{ canvas, onBlock }} change={own} />;
  if (!isEditable || canvas.isClosed) return <FixedBlock canvas={canvas} />;
  const around = (content: ReactNode) => (
    <Surface {...{ canvas, actions, root, onOpen }} isPhone={look.isPhone}>
      {content}
    </Surface>
  );
  return (
    <PreviewScope role={look.role || 'admin'} locale={locale}>
      <ErrorBoundary key={block.id}>
        {block.kind === 'form' && (
          <CanvasForm
            {...{ block, isStored, around }}
            screen={screen.id}
            sections={layout.sections}
            role={look.role || 'admin'}
            showsAll={look.role === ''}
          />
        )}
        {block.kind === 'grid' && around(<CanvasGrid {...{ block, layout, isStored }} />)}
      </ErrorBoundary>
    </PreviewScope>
  );
}

/** A block whose layout cannot be changed here, with the reason. */
function FixedBlock({ canvas: { screen, block, isClosed } }: { canvas: Canvas }) {
  const say = useMessage();
  const names = usePlaceNames();
  const { bundle, model, say: label } = useWork();
  const source = model.screens.get(borrowedFrom(bundle, screen, block)?.split('#')[0] ?? '');
  const entity = 'entity' in block ? model.entities.get(block.entity) : undefined;
  return (
    <div className={styles.surface}>
      {isClosed ? (
        <p>{say('configure.canvas.refused.closed')}</p>
      ) : source ? (
        <p>
          {say('configure.screen.borrowed')}{' '}
          <Link to={`/configure/screens/${source.id}`}>{names.screen(source)}</Link>
        </p>
      ) : (
        <p className={area.quiet}>
          {say('configure.screen.fixed')} {entity && say('configure.screen.shows')}{' '}
          {entity && <Link to={`/configure/entities/${entity.id}`}>{label(entity.plural)}</Link>}
        </p>
      )}
    </div>
  );
}
