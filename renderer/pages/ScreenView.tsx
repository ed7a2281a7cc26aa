import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { BlockModel, ScreenModel } from '#engine';
import { useVisibleActions } from '../actions/ActionButton.tsx';
import { ApprovalPanel } from '../approvals/ApprovalPanel.tsx';
import { useScreenApprovals, withoutWaiting } from '../approvals/useApprovals.ts';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { errorText } from '../data/errorText.ts';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { isPageFailure, PageFailureProvider } from '../data/pageFailure.ts';
import { createPageWork, PageWorkProvider } from '../data/pageWork.ts';
import { isReturn, isSamePlace } from '../data/placeMemory.ts';
import { usePrinting } from '../data/printing.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { usePageTitle } from '../data/usePageTitle.ts';
import { useText, writeText } from '../data/useText.ts';
import { FootListProvider, footList } from '../grid/footList.ts';
import { ListOfPageProvider, listOfPage } from '../grid/useGridAddress.ts';
import { ScreenOfListsProvider } from '../grid/useOpeningView.ts';
import { ErrorState } from '../parts/ErrorState.tsx';
import foot from '../parts/foot.module.css';
import { Skeleton } from '../parts/Skeleton.tsx';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { ActionBar } from './ActionBar.tsx';
import { BlockView, useBlockViews } from './BlockView.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { ForbiddenPage } from './ForbiddenPage.tsx';
import { FormLinks } from './FormLinks.tsx';
import { GroupTabs } from './GroupTabs.tsx';
import { goToField, goToSection, readSection } from './goToSection.ts';
import { SaveBar } from './SaveBar.tsx';
import styles from './ScreenView.module.css';
import { SectionIndex } from './SectionIndex.tsx';
import { PagePartsProvider } from './SectionLink.tsx';
import { StateBadge } from './StateBadge.tsx';
import { UnmetPage } from './UnmetPage.tsx';
import { unmetRequirement } from './unmetRequirement.ts';
import { useGroups, withoutHidden } from './useGroups.ts';
import { usePageCommands } from './usePageCommands.ts';
import { useScreenData } from './useScreenData.ts';

/** Draws a declared screen: access check, records, title, actions and blocks. */
export function ScreenView({ screen }: { screen: ScreenModel }) {
  const { Features } = useUser();
  if (!allows(screen.access, Features)) return <ForbiddenPage access={screen.access} />;
  return <LoadedScreen screen={screen} />;
}

function LoadedScreen({ screen }: { screen: ScreenModel }) {
  const { scope, state, error } = useScreenData(screen);
  useBlockViews(screen.blocks);
  const [failure, setFailure] = useState<{ readonly route: unknown; readonly error: unknown }>();
  const fail = useCallback((error: unknown) => setFailure({ route: scope.route, error }), [scope.route]);
  if (failure?.route === scope.route) return <LoadFailure error={failure.error} onRetry={scope.reload} />;
  if (state === 'failed') return <LoadFailure error={error} onRetry={scope.reload} />;
  if (state === 'loading')
    return (
      <div className={styles.page}>
        <Skeleton look="form" lines={9} />
      </div>
    );
  const unmet = unmetRequirement(screen, scope);
  if (unmet?.to)
    return <Navigate replace to={fillPath(unmet.to, { route: scope.route, data: scope.data })} />;
  if (unmet)
    return unmet.access ? (
      <ForbiddenPage access={unmet.access} />
    ) : (
      <UnmetPage unmet={unmet} screen={screen} scope={scope} />
    );
  return (
    <ScreenOfListsProvider value={screen.id}>
      <ListOfPageProvider value={listOfPage(screen)}>
        <FootListProvider value={footList(screen)}>
          <PageFailureProvider value={fail}>
            <Screen screen={screen} scope={scope} />
          </PageFailureProvider>
        </FootListProvider>
      </ListOfPageProvider>
    </ScreenOfListsProvider>
  );
}

function Screen({ screen, scope }: { screen: ScreenModel; scope: ScreenScope }) {
  const title = useText(screen.title, scope);
  const approvals = useScreenApprovals(screen, scope);
  const actions = withoutWaiting(useVisibleActions(screen.actions, scope), approvals);
  const blocks = withoutHidden(screen, useVisibleBlocks(screen.blocks, scope), scope);
  const groups = useGroups(screen, blocks, scope);
  const work = useMemo(() => createPageWork(orderOf(screen)), [screen]);
  const group = groups?.list.find(({ id }) => id === groups.current);
  const inSight = groups ? [...groups.above, ...(group?.blocks ?? [])] : blocks;
  const subtitle = useText(screen.subtitle, scope);
  const [last = title, ...trail] = useTrail(screen, scope).reverse();
  const isPrinting = usePrinting();
  usePageTitle(last, title, subtitle, ...trail);
  usePageCommands({ screenActions: actions, blocks, groups, scope });
  useSectionAddress();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Breadcrumbs items={screen.breadcrumb} scope={scope} />
        <div className={styles.titleRow}>
          <div className={styles.name}>
            <h1 className={styles.title}>{title}</h1>
            {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
            <StateBadge screen={screen} scope={scope} />
            <FavouriteButton screen={screen} scope={scope} />
          </div>
          <FormLinks screen={screen} scope={scope} />
          {actions.length > 0 && (
            <div className={`${styles.actions} ${foot.foot}`} data-page-actions data-screen-only>
              <ActionBar actions={actions} scope={scope} />
            </div>
          )}
        </div>
      </header>
      <ApprovalPanel approvals={approvals} scope={scope} />
      <PageWorkProvider value={work}>
        <PagePartsProvider value={groups}>
          <div className={styles.columns}>
            <SectionIndex blocks={inSight} scope={scope} />
            <div className={styles.blocks}>
              <Blocks blocks={groups?.above ?? blocks} scope={scope} />
              {groups && <GroupTabs groups={groups} />}
              {groups?.list.map(
                ({ id, title, blocks, isOpened }) =>
                  isOpened && (
                    // Hidden, not unmounted: keeps typed input, scroll positions and open rows.
                    <div key={id} className={styles.blocks} data-group={id} hidden={id !== group?.id}>
                      {isPrinting && <h2 className={styles.groupTitle}>{title}</h2>}
                      <Blocks blocks={blocks} scope={scope} />
                    </div>
                  ),
              )}
              <SaveBar screen={screen} />
            </div>
          </div>
        </PagePartsProvider>
      </PageWorkProvider>
    </div>
  );
}

/** The breadcrumb texts, ending with the screen itself. */
function useTrail({ breadcrumb }: ScreenModel, scope: ScreenScope): string[] {
  const say = useMessage();
  return breadcrumb.map(({ text }) => writeText(text, expressionScope(scope), say));
}

function Blocks({ blocks, scope }: { blocks: readonly BlockModel[]; scope: ScreenScope }) {
  return blocks.map((block) => (
    <ErrorBoundary key={block.id}>
      <BlockView block={block} scope={scope} />
    </ErrorBoundary>
  ));
}

/** Block ids in display order: blocks above the groups, then group by group. */
function orderOf({ blocks, groups }: ScreenModel): readonly string[] {
  const held = groups.flatMap((group) => group.blocks);
  return [...blocks.map(({ id }) => id).filter((id) => !held.includes(id)), ...held];
}

function useVisibleBlocks(blocks: readonly BlockModel[], scope: ScreenScope): readonly BlockModel[] {
  const { Features } = useUser();
  const values = expressionScope(scope);
  return blocks.filter(
    (block) => allows(block.access, Features) && evaluateOn(block.visible, values, !block.visible) === true,
  );
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const say = useMessage();
  if (isPageFailure(error))
    return error.status === 403 ? <ForbiddenPage text={error.message} /> : <NotFoundPage />;
  return (
    <div className={styles.page}>
      <ErrorState text={errorText(error, say)} onRetry={onRetry} />
    </div>
  );
}

/**
 * Scrolls to the section or field of the address (`#agreements`, `#general/EndDate`), when the page is drawn
 * and whenever it is requested again.
 */
function useSectionAddress(): void {
  const { hash, key, state } = useLocation();
  const isHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes on a repeated request
  useEffect(() => {
    const isSame = isHere.current && isSamePlace(state);
    isHere.current = true;
    // A return restores the previous position instead.
    if (hash === '' || isReturn(key) || isSame) return;
    // Prevent the browser from restoring its scroll position after we have scrolled.
    history.scrollRestoration = 'manual';
    const { section, path } = readSection(hash);
    if (goToSection(section) && path !== undefined) goToField(section, path);
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, [hash, key]);
}
