import type { ComponentType } from 'react';
import type { WidgetBlock } from '#engine';
import type { ScreenScope } from '../data/ScreenScope.tsx';

export type BlockWidget = {
  /** The `widget` of a block in a screen's declaration. */
  readonly name: string;
  readonly component: ComponentType<{ block: WidgetBlock; scope: ScreenScope }>;
};

/** Widgets that fill a whole block (charts, editors); one line each. */
export const blockWidgets: readonly BlockWidget[] = [];
