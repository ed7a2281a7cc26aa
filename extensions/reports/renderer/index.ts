import { blockWidget, defineExtension, fieldWidget } from '#renderer';
import { chartOffer } from './dashboards/chartOffer.ts';

export default defineExtension({
  id: 'reports',
  widgets: [
    fieldWidget(
      'dashboard-number',
      async () => (await import('./widgets/DashboardNumberWidget.tsx')).DashboardNumberWidget,
    ),
    fieldWidget(
      'definition-file',
      async () => (await import('./widgets/DefinitionFileWidget.tsx')).DefinitionFileWidget,
      { frame: 'group', showsReadOnly: true },
    ),
    fieldWidget(
      'report-choice',
      async () => (await import('./widgets/ReportChoiceWidget.tsx')).ReportChoiceWidget,
    ),
    fieldWidget(
      'report-figure',
      async () => (await import('./widgets/ReportFigureWidget.tsx')).ReportFigureWidget,
    ),
    fieldWidget(
      'report-parameters',
      async () => (await import('./widgets/ReportParametersWidget.tsx')).ReportParametersWidget,
      { frame: 'group' },
    ),
    fieldWidget(
      'report-recipients',
      async () => (await import('./widgets/RecipientsWidget.tsx')).RecipientsWidget,
    ),
  ],
  blocks: [
    blockWidget('chart', async () => (await import('./dashboards/ChartBlock.tsx')).ChartBlock, {
      ...chartOffer,
      load: async () => (await import('./dashboards/ChartSettings.tsx')).ChartSettings,
    }),
    blockWidget('dashboard', async () => (await import('./dashboards/DashboardView.tsx')).DashboardView),
    blockWidget(
      'dashboard-builder',
      async () => (await import('./dashboards/builder/DashboardBuilder.tsx')).DashboardBuilder,
    ),
    blockWidget(
      'dashboard-records',
      async () => (await import('./dashboards/PanelRecords.tsx')).PanelRecords,
    ),
    blockWidget('report', async () => (await import('./reports/ReportView.tsx')).ReportView),
    blockWidget(
      'report-builder',
      async () => (await import('./reports/builder/ReportBuilder.tsx')).ReportBuilder,
    ),
  ],
});
