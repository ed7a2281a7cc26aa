import { type ReactNode, useContext, useMemo, useState } from 'react';
import {
  type GridAsked,
  type GridBlock,
  type GridMemory,
  type GridSnapshot,
  type GridState,
  type LayoutModel,
  largestPage,
  layoutOf,
} from '#engine';
import { ActionButton, useVisibleActions } from '../actions/ActionButton.tsx';
import { FailurePanel } from '../actions/FailurePanel.tsx';
import { StayingFailure } from '../actions/useRunAction.ts';
import { useModel } from '../data/App.tsx';
import { InlineAsksContext } from '../data/dialogs.tsx';
import { errorText } from '../data/errorText.ts';
import { lazyComponent } from '../data/fetched.tsx';
import { useLocale, useMessage } from '../data/messages.tsx';
import { nameIn, usePeople } from '../data/people.ts';
import { useGridMemory } from '../data/preferences.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { useText } from '../data/useText.ts';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import foot from '../parts/foot.module.css';
import hidden from '../parts/hidden.module.css';
import { Skeleton } from '../parts/Skeleton.tsx';
import { AddressTabs } from '../parts/Tabs.tsx';
import { countFilters, waitsForFilter } from './filterValues.ts';
import { useIsFootList } from './footList.ts';
import { GridBulkButton } from './GridBulkButton.tsx';
import { GridColumns } from './GridColumns.tsx';
import { GridExport } from './GridExport.tsx';
import { GridFilters } from './GridFilters.tsx';
import { GridPager } from './GridPager.tsx';
import { GridSavedViews } from './GridSavedViews.tsx';
import { GridTableView } from './GridTableView.tsx';
import styles from './grid.module.css';
import footer from './gridFooter.module.css';
import { GroupButton } from './groups/GroupButton.tsx';
import { type Groups, useGrouping, useGroups } from './groups/useGroups.ts';
import { GridImportButton } from './import/GridImportButton.tsx';
import { LayoutSwitch } from './LayoutSwitch.tsx';
import { NoRows } from './NoRows.tsx';
import { PartialNote } from './PartialNote.tsx';
import { useFocusOnRows } from './useFocusOnRows.ts';
import { useAskedByAddress, useGridAddress } from './useGridAddress.ts';
import { type GridRows, loadsItself, useGridRows } from './useGridRows.ts';
import { useGridSnapshot, useGridState } from './useGridState.ts';
import { useGridTable } from './useGridTable.ts';
import { useOpenFromStart } from './useOpenFromStart.ts';
import { useListName, useOpeningView } from './useOpeningView.ts';
import { useRowDetails } from './useRowDetails.ts';
import { type RowEditing, useKeptRow, useRowEditing } from './useRowEditing.ts';
import { useRowTools } from './useRowTools.tsx';
import { useShownColumns } from './useShownColumns.ts';
import { WhereButton } from './where/WhereButton.tsx';

/** Loaded on demand, as few lists can add rows. */
const AddRow = lazyComponent(async () => (await import('./AddRow.tsx')).AddRow);

/** Loaded on demand, as most people read lists. */
const LaidOut = lazyComponent(async () => (await import('./layouts/LaidOut.tsx')).LaidOut);

const GalleryView = lazyComponent(async () => (await import('./gallery/GalleryView.tsx')).GalleryView);

type Props = { readonly block: GridBlock; readonly scope: ScreenScope };

/** Draws a declared list; the server filters, sorts and pages. */
export function GridBlockView({ block, scope }: Props) {
  return block.remember ? (
    <RememberedGrid block={block} scope={scope} />
  ) : (
    <Grid block={block} scope={scope} />
  );
}

function RememberedGrid({ block, scope }: Props) {
  const memory = useGridMemory(`${block.entity}.${block.id}`);
  const title = useText(block.title, scope);
  if (memory) return <Grid block={block} scope={scope} memory={memory} />;
  return (
    <Card title={title || undefined}>
      <Skeleton look="rows" lines={6} />
    </Card>
  );
}

type GridProps = Props & { readonly memory?: GridMemory };

function Grid({ block, scope, memory }: GridProps) {
  const title = useText(block.title, scope);
  const actions = useVisibleActions(block.actions, scope);
  const asked = useContext(InlineAsksContext)?.view;
  return (
    <Card
      id={block.id}
      title={title || undefined}
      padding="flush"
      actions={
        title !== '' && actions.length > 0
          ? actions.map((action) => <ActionButton key={action.id} action={action} scope={scope} />)
          : undefined
      }
    >
      {asked}
      {block.views.length > 0 ? (
        <GridViews block={block} scope={scope} title={title} />
      ) : (
        <GridContent block={block} scope={scope} memory={memory} title={title} name={block.id} />
      )}
    </Card>
  );
}

/** Shows one declared view of the list at a time, as tabs. */
function GridViews({ block, scope, title }: Props & { readonly title: string }) {
  const say = useMessage();
  const items = block.views.map((view) => ({
    id: view.id,
    label: say(view.title),
    content: (
      <GridContent
        block={view.block}
        scope={scope}
        title={`${title}: ${say(view.title)}`}
        name={`${block.id}/${view.id}`}
      />
    ),
  }));
  return (
    <div className={styles.views}>
      <AddressTabs place={block.id} label={title} items={items} />
    </div>
  );
}

type ContentProps = GridProps & {
  readonly title: string;
  /** Name of the list within its screen. */
  readonly name: string;
};

/** Remounts the list when its set of visible columns changes. */
function GridContent(props: ContentProps) {
  const block = useShownColumns(props.block, props.scope);
  const list = useListName(props.name);
  const asked = useAskedByAddress(block);
  const opening = useOpeningView(list, asked !== undefined);
  if (!opening) return <LoadingRows count={block.pageSize || 5} />;
  const key = block.columns.map(({ path }) => path).join();
  return <GridOfColumns key={key} {...props} {...{ block, list }} asked={asked ?? opening.asked} />;
}

type ColumnsProps = ContentProps & { readonly list: string | undefined; readonly asked?: GridAsked };

function GridOfColumns({ block, scope, memory, title, list, asked }: ColumnsProps) {
  const grid = useGridState(block, memory, asked);
  useGridAddress(grid);
  const snapshot = useGridSnapshot(grid);
  const grouping = useGrouping(grid);
  const plain = useGridRows(grid, scope, grouping !== undefined);
  const { found, groups } = useGroups(grid, grouping, plain) ?? { found: plain };
  const actions = useVisibleActions(block.actions, scope);
  const editing = useRowEditing(block, scope);
  const [failure, setFailure] = useState<string>();
  useOpenFromStart({ block, scope, editing, rows: found.rows });
  const isPage = useIsFootList(block);
  const hasBar = block.filters.length > 0 || title === '' || block.layouts !== undefined;
  const layout = layoutOf(block, snapshot.layout);
  // Pages, groups and exports belong to the list and to the gallery of the same records.
  const isListed = !layout || !loadsItself(layout);
  const views = list && <GridSavedViews {...{ grid, snapshot, list }} look={hasBar ? 'button' : 'icon'} />;
  const importing = <GridImportButton block={block} />;
  const tools = !hasBar && (
    <>
      {importing}
      {views}
    </>
  );
  return (
    <StayingFailure value={setFailure}>
      {failure && <FailurePanel texts={[failure]} onClose={() => setFailure(undefined)} />}
      {hasBar && (
        <div className={styles.bar} data-screen-only>
          <GridFilters grid={grid} snapshot={snapshot} />
          <div className={styles.barEnd}>
            <WhereButton grid={grid} snapshot={snapshot} />
            {isListed && <GroupButton {...{ grid, grouping, groups }} />}
            <LayoutSwitch grid={grid} snapshot={snapshot} />
            {importing}
            {views}
            {title === '' && actions.length > 0 && (
              <div
                className={isPage ? `${styles.listActions} ${foot.foot}` : styles.listActions}
                data-page-actions={isPage || undefined}
              >
                {actions.map((action) => (
                  <ActionButton key={action.id} action={action} scope={scope} />
                ))}
              </div>
            )}
          </div>
        </div>
      )}
      <NothingFound {...{ grid, snapshot, found }} />
      <GridBody {...{ grid, snapshot, found, groups, scope, title, editing, layout }} />
      {block.edit?.add && <AddRow block={block} add={block.edit.add} scope={scope} onAdded={editing.open} />}
      {isListed && <GridFooter {...{ grid, snapshot, found, groups, list }} views={tools} />}
    </StayingFailure>
  );
}

/** Announces that a filter finds nothing; the footer announces the number of rows. Always mounted, to be heard. */
function NothingFound({ grid, snapshot, found }: Pick<BodyProps, 'grid' | 'snapshot' | 'found'>) {
  const say = useMessage();
  const isFiltered = countFilters(grid.block, snapshot.filters) > 0 || snapshot.where !== undefined;
  return (
    <p role="status" className={hidden.hidden}>
      {isFiltered && found.state === 'ready' && found.rows.length === 0 ? say('ui.grid.no-match') : ''}
    </p>
  );
}

type BodyProps = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly found: GridRows;
  readonly groups: Groups | undefined;
  readonly scope: ScreenScope;
  readonly title: string;
  readonly editing: RowEditing;
  readonly layout: LayoutModel | undefined;
};

function GridBody({ grid, snapshot, found: asked, groups, scope, title, editing, layout }: BodyProps) {
  const found = useKeptRow(asked, editing);
  useFocusOnRows(found);
  const say = useMessage();
  const [model, locale] = [useModel(), useLocale()];
  const people = usePeople(
    grid.block.columns.some(({ isPerson }) => isPerson) || groups?.grouping.field.isPerson === true,
  );
  const tools = useMemo(
    () => ({ model, locale, say, nameOfPerson: nameIn(people) }),
    [model, locale, say, people],
  );
  const table = useGridTable(
    grid,
    snapshot,
    found.rows,
    layout?.kind === 'list' ? layout.columns : undefined,
  );
  const details = useRowDetails(grid.block);
  const row = useRowTools({
    block: grid.block,
    scope,
    rows: found.rows,
    editing,
    details,
    tools,
    ...(layout?.colours && { colours: layout.colours }),
  });
  const label = title || say(model.entities.get(grid.block.entity)?.plural ?? '');
  const isWaiting = waitsForFilter(grid.block, snapshot);
  if (layout && loadsItself(layout) && !isWaiting)
    return <LaidOut {...{ grid, layout, scope, tools, label }} address={found.address} />;
  if (found.state === 'failed') {
    const text = errorText(found.error, say);
    return <ErrorState text={text} onRetry={found.retry} />;
  }
  if (found.state === 'loading') return <LoadingRows count={snapshot.pageSize || 5} />;
  if (found.rows.length === 0 && !groups?.groups.length)
    return (
      <>
        <NoRows grid={grid} snapshot={snapshot} scope={scope} />
        <PartialNote isPartial={found.isPartial} />
      </>
    );
  if (layout?.kind === 'gallery')
    return <GalleryView {...{ grid, layout, scope, tools, label, groups }} rows={found.rows} />;
  return <GridTableView {...{ grid, snapshot, table, found, groups, tools, row, label }} />;
}

function LoadingRows({ count }: { count: number }) {
  return (
    <div className={styles.loading}>
      <Skeleton look="rows" lines={Math.min(count, 12)} />
    </div>
  );
}

type FooterProps = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly found: GridRows;
  readonly groups: Groups | undefined;
  readonly views: ReactNode;
  readonly list: string | undefined;
};

function GridFooter({ grid, snapshot, found, groups, views, list }: FooterProps) {
  const say = useMessage();
  if (found.state === 'failed' || found.total === 0) return null;
  const picked = snapshot.selected.length;
  // A list fetched whole needs no pager.
  const size = snapshot.pageSize || largestPage;
  const isWhole =
    groups !== undefined || (found.total <= size && (snapshot.pageSize === 0 || !grid.block.remember));
  return (
    <footer className={footer.footer}>
      {picked > 0 && (
        <span className={footer.picked} role="status">
          {say('ui.grid.selected', { count: picked })}
          <Button size="small" tone="link" onPress={() => grid.select([])}>
            {say('ui.grid.clear-selection')}
          </Button>
        </span>
      )}
      <span className={footer.footerEnd}>
        {found.isPartial && <span className={footer.partial}>{say('ui.grid.partial')}</span>}
        {!isWhole && <GridPager {...{ grid, snapshot, found }} />}
        {isWhole && (
          <span className={footer.range} role="status">
            {groups?.isCapped
              ? say('ui.groups.capped', { count: groups.groups.length })
              : say('ui.grid.total', { count: found.total })}
          </span>
        )}
        <span className={footer.tools} data-screen-only>
          {views}
          {found.state === 'ready' && (
            <GridBulkButton
              {...{ snapshot, list }}
              block={grid.block}
              total={found.total}
              address={found.address}
            />
          )}
          <GridExport block={grid.block} snapshot={snapshot} address={found.address} />
          <GridColumns grid={grid} snapshot={snapshot} />
        </span>
      </span>
    </footer>
  );
}
