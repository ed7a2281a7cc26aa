import type { ComponentType } from 'react';
import type { BlockWidgetProps } from './blockProps.ts';
import { ChangesView } from './history/ChangesView.tsx';
import { RenderedViews } from './RenderedViews.tsx';
import { RatesView } from './rates/RatesView.tsx';
import { DashboardView } from './reports/DashboardView.tsx';
import { ReportView } from './reports/ReportView.tsx';
import { StepsBlock } from './steps/StepsBlock.tsx';
import { TextsView } from './texts/TextsView.tsx';

type BlockWidget = {
  /** The `widget` of a block in a screen's declaration. */
  readonly name: string;
  readonly component: ComponentType<BlockWidgetProps>;
};

/** Widgets that fill a whole block (charts, editors); one line each. */
export const blockWidgets: readonly BlockWidget[] = [
  { name: 'changes', component: ChangesView },
  { name: 'dashboard', component: DashboardView },
  { name: 'rendered-views', component: RenderedViews },
  { name: 'report', component: ReportView },
  { name: 'rates', component: RatesView },
  { name: 'steps', component: StepsBlock },
  { name: 'texts', component: TextsView },
];
