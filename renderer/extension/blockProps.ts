import type { BlockModel, WidgetBlock } from '#engine';
import type { ScreenScope } from '../data/screenScope.ts';

/** What the view of a kind of block is given. */
export type BlockProps<Kind extends BlockModel['kind']> = {
  readonly block: Extract<BlockModel, { kind: Kind }>;
  readonly scope: ScreenScope;
};

/** What a widget that fills a whole block is given. */
export type BlockWidgetProps = { readonly block: WidgetBlock; readonly scope: ScreenScope };
