import { Navigate } from 'react-router';
import type { BlockModel, ScreenModel } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope, ScreenScopeProvider } from '../data/ScreenScope.tsx';
import { useText } from '../data/useText.ts';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { ActionBar } from './ActionBar.tsx';
import { useVisibleActions } from './ActionButton.tsx';
import { BlockView, useBlockViews } from './BlockView.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ForbiddenPage } from './ForbiddenPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import styles from './ScreenView.module.css';
import { SectionIndex } from './SectionIndex.tsx';
import { StateBadge } from './StateBadge.tsx';
import { UnmetPage } from './UnmetPage.tsx';
import { unmetRequirement } from './unmetRequirement.ts';
import { usePageTitle } from './usePageTitle.ts';
import { useScreenData } from './useScreenData.ts';
import { useSectionAddress } from './useSectionAddress.ts';

/** A declared screen: who may see it, its records, its title, its actions, its blocks. */
export function ScreenView({ screen }: { screen: ScreenModel }) {
  const { Features } = useUser();
  if (!allows(screen.access, Features)) return <ForbiddenPage access={screen.access} />;
  return <LoadedScreen screen={screen} />;
}

function LoadedScreen({ screen }: { screen: ScreenModel }) {
  const { scope, state, error } = useScreenData(screen);
  useBlockViews(screen.blocks);
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
    <ScreenScopeProvider value={scope}>
      <Screen screen={screen} scope={scope} />
    </ScreenScopeProvider>
  );
}

function Screen({ screen, scope }: { screen: ScreenModel; scope: ScreenScope }) {
  const title = useText(screen.title, scope);
  const actions = useVisibleActions(screen.actions, scope);
  const blocks = useVisibleBlocks(screen.blocks, scope);
  usePageTitle(title);
  useSectionAddress();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Breadcrumbs items={screen.breadcrumb} scope={scope} />
        <div className={styles.titleRow}>
          <div className={styles.name}>
            <h1 className={styles.title}>{title}</h1>
            <StateBadge screen={screen} scope={scope} />
          </div>
          {actions.length > 0 && (
            <div className={styles.actions}>
              <ActionBar actions={actions} scope={scope} />
            </div>
          )}
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.blocks}>
          {blocks.map((block) => (
            <ErrorBoundary key={block.id}>
              <BlockView block={block} scope={scope} />
            </ErrorBoundary>
          ))}
        </div>
        <SectionIndex blocks={blocks} scope={scope} />
      </div>
    </div>
  );
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
  // 400: what the address names cannot be an id at all.
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFoundPage />;
  if (error instanceof ApiError && error.status === 403) return <ForbiddenPage text={error.message} />;
  return (
    <div className={styles.page}>
      <ErrorState text={error instanceof ApiError ? error.message : say('ui.error.text')} onRetry={onRetry} />
    </div>
  );
}
