import { type ComponentType, lazy } from 'react';
import type { BlockWidgetProps } from './blockProps.ts';
import { DashboardView } from './dashboards/DashboardView.tsx';
import { ChangesView } from './history/ChangesView.tsx';
import { RenderedViews } from './RenderedViews.tsx';
import { RatesView } from './rates/RatesView.tsx';
import { ReportView } from './reports/ReportView.tsx';
import { StepsBlock } from './steps/StepsBlock.tsx';
import { TextsView } from './texts/TextsView.tsx';

/** Whoever builds a dashboard or a report loads what that takes. */
const DashboardBuilder = lazy(async () => ({
  default: (await import('./dashboards/builder/DashboardBuilder.tsx')).DashboardBuilder,
}));

const ReportBuilder = lazy(async () => ({
  default: (await import('./reports/builder/ReportBuilder.tsx')).ReportBuilder,
}));

type BlockWidget = {
  /** The `widget` of a block in a screen's declaration. */
  readonly name: string;
  readonly component: ComponentType<BlockWidgetProps>;
};

/** Widgets that fill a whole block (charts, editors); one line each. */
export const blockWidgets: readonly BlockWidget[] = [
  { name: 'changes', component: ChangesView },
  { name: 'dashboard', component: DashboardView },
  { name: 'dashboard-builder', component: DashboardBuilder },
  { name: 'rendered-views', component: RenderedViews },
  { name: 'report', component: ReportView },
  { name: 'report-builder', component: ReportBuilder },
  { name: 'rates', component: RatesView },
  { name: 'steps', component: StepsBlock },
  { name: 'texts', component: TextsView },
];
