import type { ComponentType } from 'react';
import type { WidgetBlock } from '#engine';
import type { ScreenScope } from '../data/ScreenScope.tsx';
import { RenderedViews } from './RenderedViews.tsx';

export type BlockWidgetProps = { readonly block: WidgetBlock; readonly scope: ScreenScope };

export type BlockWidget = {
  /** The `widget` of a block in a screen's declaration. */
  readonly name: string;
  readonly component: ComponentType<BlockWidgetProps>;
};

/** Widgets that fill a whole block (charts, editors); one line each. */
export const blockWidgets: readonly BlockWidget[] = [{ name: 'rendered-views', component: RenderedViews }];
