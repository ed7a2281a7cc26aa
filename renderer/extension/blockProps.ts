import type { BlockModel, WidgetBlock } from '#engine';
import type { ScreenScope } from '../data/screenScope.ts';

/** Props of the view of one kind of block. */
export type BlockProps<Kind extends BlockModel['kind']> = {
  readonly block: Extract<BlockModel, { kind: Kind }>;
  readonly scope: ScreenScope;
};

/** Props of a widget that fills a block. */
export type BlockWidgetProps = { readonly block: WidgetBlock; readonly scope: ScreenScope };
