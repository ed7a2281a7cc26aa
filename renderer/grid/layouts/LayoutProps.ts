import type { GridState, LayoutModel } from '#engine';
import type { ScreenScope } from '../../data/screenScope.ts';
import type { CellTools } from '../cellTools.ts';

/** What every layout of a list gets. */
export type LayoutProps<Layout = LayoutModel> = {
  readonly grid: GridState;
  readonly layout: Layout;
  readonly scope: ScreenScope;
  readonly tools: CellTools;
  /** The query of the list. */
  readonly address: string;
  readonly label: string;
};

/** Layouts that load their own records; lists and galleries show those of the page. */
export type OwnLayout = Exclude<LayoutModel, { readonly kind: 'gallery' | 'list' }>;
