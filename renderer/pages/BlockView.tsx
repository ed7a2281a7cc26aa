import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { BlockModel } from '#engine';
import { useApp } from '../data/App.tsx';
import { type Fetched, fetched, lazyComponent, withChecks } from '../data/fetched.tsx';
import { BlockPlaceProvider } from '../data/pageWork.ts';
import { usePrinting } from '../data/printing.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { useText } from '../data/useText.ts';
import type { BlockProps } from '../extension/blockProps.ts';
import { useWidgets } from '../extension/widgets.ts';
import { Card } from '../parts/Card.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { InlineAsksHost } from '../shell/InlineAsks.tsx';
import styles from './BlockView.module.css';
import { sectionAnchor } from './goToSection.ts';
import { LinksBlockView } from './LinksBlockView.tsx';
import { WidgetBlockView } from './WidgetBlockView.tsx';

const RunningJobs = lazyComponent(async () => (await import('./RunningJobs.tsx')).RunningJobs);

/** Heavy views, loaded on first use; forms load with the schema checks. */
const heavy = {
  form: fetched(async (app) => (await withChecks(import('../form/RevealedForm.tsx'), app)).RevealedForm),
  grid: fetched(async () => (await import('../grid/GridBlockView.tsx')).GridBlockView),
  summary: fetched(async () => (await import('./SummaryBlockView.tsx')).SummaryBlockView),
  'list-detail': fetched(
    async (app) => (await withChecks(import('./listDetail/ListDetailView.tsx'), app)).ListDetailView,
  ),
};

const views = {
  ...heavy,
  links: LinksBlockView,
  widget: WidgetBlockView,
} satisfies { [Kind in BlockModel['kind']]: ComponentType<BlockProps<Kind>> };

/** Preloads the code of a screen's blocks while its records load. */
export function useBlockViews(blocks: readonly BlockModel[]): void {
  const app = useApp();
  const { fields } = useWidgets();
  useEffect(() => {
    const kinds = new Set<string>(blocks.map(({ kind }) => kind));
    const wanted = Object.entries(heavy).filter(([kind]) => kinds.has(kind));
    // A failed load is retried and reported when the block is drawn.
    for (const [, view] of wanted) view.fetch(app).catch(() => undefined);
    const named = new Set(blocks.flatMap(widgetsNamedIn));
    for (const { one } of fields) if (named.has(one.name)) one.component.fetch?.().catch(() => undefined);
  }, [blocks, app, fields]);
}

function widgetsNamedIn(block: BlockModel): readonly (string | undefined)[] {
  return block.kind === 'form'
    ? block.sections.flatMap(({ items }) => items.map(({ widget }) => widget))
    : [];
}

/** One block of a screen. A lazy block waits until it is scrolled near. */
export function BlockView({ block, scope }: { block: BlockModel; scope: ScreenScope }) {
  const title = useText(block.title, scope);
  const place = useMemo(() => ({ id: block.id, title }), [block.id, title]);
  const { ref, isNear } = useNear(block.lazy);
  const height = useKeptHeight(ref, isNear, [block.id, ...Object.values(scope.route)].join(' '));
  const look = block.kind === 'grid' ? 'rows' : 'form';
  const waiting = (
    <Card title={title || undefined}>
      <Skeleton look={look} lines={6} />
    </Card>
  );
  return (
    <div
      id={sectionAnchor(block.id)}
      ref={ref}
      tabIndex={-1}
      className={styles.block}
      style={isNear ? undefined : { minHeight: height }}
      data-block={block.id}
      // Links lead nowhere on paper.
      data-screen-only={block.kind === 'links' || undefined}
    >
      {isNear ? (
        <Suspense fallback={waiting}>
          <BlockPlaceProvider value={place}>
            <View block={block} scope={scope} waiting={waiting} />
          </BlockPlaceProvider>
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}

type ViewProps = { readonly block: BlockModel; readonly scope: ScreenScope };

function View({ block, scope, waiting }: ViewProps & { readonly waiting: ReactNode }) {
  // `kind` selects the view, so block and view types always match.
  const Chosen = views[block.kind] as Fetched<ViewProps, never>;
  const jobs = ('jobs' in block && block.jobs) || [];
  return (
    <>
      {jobs.map((one) => (
        <RunningJobs key={one.kind} jobs={one} scope={scope} />
      ))}
      <InlineAsksHost>
        <Chosen block={block} scope={scope} waiting={waiting} />
      </InlineAsksHost>
    </>
  );
}

/** Last known block heights, reserved while a block loads again. */
const heights = new Map<string, number>();

function useKeptHeight(ref: RefObject<HTMLElement | null>, isNear: boolean, key: string): number | undefined {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!isNear || !element) return;
    return () => void heights.set(key, element.offsetHeight);
  }, [ref, isNear, key]);
  return heights.get(key);
}

function useNear(isLazy: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const [isScrolledNear, setNear] = useState(!isLazy);
  const isNear = isScrolledNear || isPrinting;
  useEffect(() => {
    if (isNear || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear };
}
