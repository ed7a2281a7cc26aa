import { type Fetched, fetched } from '../data/fetched.tsx';
import type { BlockWidgetProps } from './blockProps.ts';

type BlockWidget = {
  /** The `widget` of a block in a screen's declaration. */
  readonly name: string;
  readonly component: Fetched<BlockWidgetProps>;
};

/** Widgets that fill a whole block (charts, editors), one line each; their code comes when one is first drawn. */
export const blockWidgets: readonly BlockWidget[] = [
  {
    name: 'changes',
    component: fetched(async () => (await import('./history/ChangesView.tsx')).ChangesView),
  },
  {
    name: 'dashboard',
    component: fetched(async () => (await import('./dashboards/DashboardView.tsx')).DashboardView),
  },
  {
    name: 'dashboard-builder',
    component: fetched(
      async () => (await import('./dashboards/builder/DashboardBuilder.tsx')).DashboardBuilder,
    ),
  },
  {
    name: 'rendered-views',
    component: fetched(async () => (await import('./RenderedViews.tsx')).RenderedViews),
  },
  { name: 'report', component: fetched(async () => (await import('./reports/ReportView.tsx')).ReportView) },
  {
    name: 'report-builder',
    component: fetched(async () => (await import('./reports/builder/ReportBuilder.tsx')).ReportBuilder),
  },
  {
    name: 'preview',
    component: fetched(async () => (await import('./preview/PreviewView.tsx')).PreviewView),
  },
  { name: 'rates', component: fetched(async () => (await import('./rates/RatesView.tsx')).RatesView) },
  { name: 'steps', component: fetched(async () => (await import('./steps/StepsBlock.tsx')).StepsBlock) },
  { name: 'texts', component: fetched(async () => (await import('./texts/TextsView.tsx')).TextsView) },
];
