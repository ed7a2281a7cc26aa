/** The state of a grid in the browser: its query and what is remembered per person. Independent of React. */

import type { WhereGroup } from '../query/whereTree.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { GroupPeriod, TimelineSpan } from '../types/layoutTypes.ts';
import type { GridBlock } from '../types/modelTypes.ts';

export type GridSnapshot = {
  /** Filter path + operator (`Name:contains`) → value typed or picked (text, list of ids …). */
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
  /** Id of the saved view chosen last. */
  readonly view?: string;
} & GridLook;

/** Conditions built by the person and how the records are laid out; absent members: as declared. */
export type GridLook = {
  readonly where?: WhereGroup;
  /** The id of a layout; `list`: the list as declared. */
  readonly layout?: string;
  /** What the calendar or timeline shows at once, and a day in it; without a day: today. Views keep no day. */
  readonly span?: TimelineSpan;
  readonly day?: string;
  /** The field that the list is grouped by, for dates with a period, and the number fields added up. */
  readonly group?: string;
  readonly per?: GroupPeriod;
  readonly totals?: readonly string[];
  /** Keys of the groups whose records are shown; views keep none. */
  readonly unfolded?: readonly string[];
};

/** The content of a saved view: everything but the page and the rows. */
export type GridChoices = Pick<
  GridSnapshot,
  | 'filters'
  | 'sort'
  | 'hidden'
  | 'widths'
  | 'order'
  | 'pinned'
  | 'density'
  | 'where'
  | 'layout'
  | 'span'
  | 'group'
  | 'per'
  | 'totals'
>;

/** The query in an address; without a page size, the person's own applies. */
export type GridAsked = Pick<GridSnapshot, 'filters' | 'sort' | 'page'> &
  GridLook &
  Partial<Pick<GridSnapshot, 'pageSize'>>;

/** Storage between visits; a port, so that the engine is independent of it. */
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
  /** Changes conditions, layout, period or grouping; a member that is undefined is cleared. */
  readonly look: (change: GridLook) => void;
  /** Sorts by this column only, toggling its direction; `add` keeps the others (multi-sort). */
  readonly toggleSort: (path: string, add: boolean) => void;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (size: number) => void;
  readonly setColumn: (path: string, change: { hidden?: boolean; width?: number; pinned?: boolean }) => void;
  readonly moveColumn: (path: string, to: number) => void;
  readonly setDensity: (density: 'compact' | 'normal') => void;
  /** Replaces the query at once, such as after navigating back; clears the selection. */
  readonly ask: (asked: GridAsked) => void;
  readonly select: (ids: readonly string[]) => void;
  /** Shows a saved view; without an argument, the grid as declared. */
  readonly show: (view?: { readonly id: string; readonly choices: GridChoices }) => void;
  /** Marks the current state as this view. */
  readonly setView: (id: string | undefined) => void;
  /** The query string of the find call (http-contract "Lists"), without short filters; stable. */
  readonly query: (fixed?: readonly { path: string; operator: string; value: unknown }[]) => string;
};
