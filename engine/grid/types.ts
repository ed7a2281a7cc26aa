/** A grid's state in the browser: what is asked of the server and what is remembered per person. No React. */
import type { Sort } from '../types/basicTypes.ts';
import type { GridBlock } from '../types/modelTypes.ts';

export type GridSnapshot = {
  /** Filter path + operator (`Name:contains`) → what the person typed or picked (text, list of ids …). */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort: readonly Sort[];
  readonly page: number;
  readonly pageSize: number;
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly order: readonly string[];
  readonly pinned: readonly string[];
  readonly density: 'compact' | 'normal';
  readonly selected: readonly string[];
  /** Id of the saved view that was chosen last. */
  readonly view?: string;
};

/** What a saved view holds: all but the page and the rows. */
export type GridChoices = Pick<
  GridSnapshot,
  'filters' | 'sort' | 'hidden' | 'widths' | 'order' | 'pinned' | 'density'
>;

/** What is asked of the server, as an address tells it; without a page size that of the person stays. */
export type GridAsked = Pick<GridSnapshot, 'filters' | 'sort' | 'page'> &
  Partial<Pick<GridSnapshot, 'pageSize'>>;

/** What is kept between visits; a port, so that the engine knows no storage. */
export type GridMemory = {
  readonly load: () => Partial<GridSnapshot> | undefined;
  readonly save: (snapshot: GridSnapshot) => void;
};

export type GridState = {
  readonly block: GridBlock;
  readonly snapshot: () => GridSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  readonly setFilter: (key: string, value: unknown) => void;
  readonly clearFilters: () => void;
  /** Click: only this column, direction toggles; `add` keeps the others (multi-sort). */
  readonly toggleSort: (path: string, add: boolean) => void;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (size: number) => void;
  readonly setColumn: (path: string, change: { hidden?: boolean; width?: number; pinned?: boolean }) => void;
  readonly moveColumn: (path: string, to: number) => void;
  readonly setDensity: (density: 'compact' | 'normal') => void;
  /** Asks for something else at once, as an address that was gone back to does; selected rows are let go. */
  readonly ask: (asked: GridAsked) => void;
  readonly select: (ids: readonly string[]) => void;
  /** Shows a saved view; without one, the grid as declared. */
  readonly show: (view?: { readonly id: string; readonly choices: GridChoices }) => void;
  /** The view that what is shown stands under from now on. */
  readonly setView: (id: string | undefined) => void;
  /** The query string of the find call (http-contract "Lists"): filters too short are left out. Same text while nothing that matters changes. */
  readonly query: (fixed?: readonly { path: string; operator: string; value: unknown }[]) => string;
};
