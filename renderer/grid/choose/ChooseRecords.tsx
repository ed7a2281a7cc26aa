import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { type DataRecord, type GridBlock, type GridSnapshot, type GridState, largestPage } from '#engine';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { nameIn, usePeople } from '../../data/people.ts';
import type { ScreenScope } from '../../data/screenScope.ts';
import { Button } from '../../parts/Button.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { GridFilters } from '../GridFilters.tsx';
import { GridPager } from '../GridPager.tsx';
import { GridTableView } from '../GridTableView.tsx';
import { idsOfAll } from '../useBulk.ts';
import { type GridRows, useGridRows } from '../useGridRows.ts';
import { useGridSnapshot, useGridState } from '../useGridState.ts';
import { useGridTable } from '../useGridTable.ts';
import type { RowTools } from '../useRowTools.tsx';
import styles from './choose.module.css';
import { RefusedRows } from './RefusedRows.tsx';

type Props = {
  /** The list to choose from. */
  readonly block: GridBlock;
  readonly label: string;
  readonly chosen: readonly string[];
  /** Ids that cannot be chosen because they were added earlier. */
  readonly taken: readonly string[];
  readonly atMost: number;
  /** What the server refused, by id. */
  readonly refused: ReadonlyMap<string, string>;
  readonly onChange: (ids: readonly string[]) => void;
};

/** Chooses many records of a list: filters, checkboxes, ranges, and everything that matches. */
export function ChooseRecords({ block, label, chosen, taken: takenIds, atMost, refused, onChange }: Props) {
  const grid = useGridState(block);
  const snapshot = useGridSnapshot(grid);
  const scope = useEmptyScope();
  const found = useGridRows(grid, scope);
  const taken = useMemo(() => new Set(takenIds), [takenIds]);
  const change = useRef(onChange);
  change.current = onChange;
  const choose = useCallback(
    (ids: readonly string[]) =>
      change.current([...new Set(ids)].filter((id) => !taken.has(id)).slice(0, atMost)),
    [taken, atMost],
  );
  // The choice outlives filters and pages, unlike the selection of a list.
  const picking = useMemo(() => ({ ...grid, select: choose }), [grid, choose]);
  const picked = useMemo(() => ({ ...snapshot, selected: chosen }), [snapshot, chosen]);
  return (
    <div className={styles.choose} data-not-entered>
      <RefusedRows
        refused={new Map([...refused].filter(([id]) => chosen.includes(id)))}
        block={block}
        onLeaveOut={(ids) => choose(chosen.filter((id) => !ids.includes(id)))}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a filter must not send the window */}
      <div className={styles.filters} onKeyDown={keepEnter}>
        <GridFilters grid={grid} snapshot={snapshot} />
      </div>
      <div className={styles.rows}>
        <Rows {...{ found, taken, label, choose }} grid={picking} snapshot={picked} />
      </div>
      <Foot {...{ found, taken, atMost, choose }} grid={picking} snapshot={picked} />
    </div>
  );
}

function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The list belongs to no page: its address is filled in already. */
function useEmptyScope(): ScreenScope {
  const user = useUser();
  return useMemo(() => ({ route: {}, query: {}, data: {}, user, reload: async () => {} }), [user]);
}

type PickProps = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly found: GridRows;
  readonly taken: ReadonlySet<string>;
  readonly choose: (ids: readonly string[]) => void;
};

type RowsProps = PickProps & { readonly label: string };

/** Rows that are only chosen; windows are outside the router, so nothing in them navigates. */
const plainRow: RowTools = {
  hrefOf: () => undefined,
  colourOf: () => undefined,
  renderOrder: () => undefined,
  renderActions: () => undefined,
  renderEditor: () => undefined,
  renderExpand: () => undefined,
  renderDetail: () => undefined,
  actionsWidth: 0,
};

function Rows({ grid, snapshot, found, taken, choose, label }: RowsProps) {
  const say = useMessage();
  const [model, locale] = [useModel(), useLocale()];
  const people = usePeople(grid.block.columns.some(({ isPerson }) => isPerson));
  const tools = useMemo(
    () => ({ model, locale, say, nameOfPerson: nameIn(people) }),
    [model, locale, say, people],
  );
  const table = useGridTable(grid, snapshot, found.rows);
  const { selected } = snapshot;
  const toggle = ({ Id }: DataRecord) => {
    const id = String(Id);
    choose(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  };
  if (found.state === 'failed') {
    const text = errorText(found.error, say);
    return <ErrorState text={text} onRetry={found.retry} />;
  }
  if (found.state === 'loading') return <Skeleton look="rows" lines={8} />;
  if (found.rows.length === 0) return <EmptyState title={found.reason ?? say('ui.picker.none')} />;
  return (
    <GridTableView
      {...{ grid, snapshot, table, found, tools, taken, label }}
      row={{ ...plainRow, open: toggle }}
    />
  );
}

/** What is chosen, everything that matches, and the pages. */
function Foot({ grid, snapshot, found, taken, choose, atMost }: PickProps & { readonly atMost: number }) {
  const say = useMessage();
  const api = useApi();
  const [isReading, setReading] = useState(false);
  const { selected } = snapshot;
  const isWhole = found.total <= (snapshot.pageSize || largestPage);
  const all = async () => {
    setReading(true);
    try {
      const ids = await idsOfAll(api, found.address);
      choose([...selected, ...ids.filter((id) => !taken.has(id))]);
    } finally {
      setReading(false);
    }
  };
  return (
    <div className={styles.foot}>
      <span className={styles.count} role="status">
        {say('ui.choose.count', { count: selected.length })}
        {selected.length >= atMost && ` ${say('ui.choose.limit', { limit: atMost })}`}
      </span>
      {selected.length > 0 && (
        <Button size="small" tone="link" onPress={() => choose([])}>
          {say('ui.grid.clear-selection')}
        </Button>
      )}
      {found.total > 0 && (
        <Button size="small" tone="link" busy={isReading} onPress={all}>
          {say(found.total > atMost ? 'ui.choose.all-first' : 'ui.choose.all', {
            count: found.total,
            limit: atMost,
          })}
        </Button>
      )}
      {!isWhole && <GridPager {...{ grid, snapshot, found }} />}
    </div>
  );
}
