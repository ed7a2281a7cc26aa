import { blockWidget, defineExtension, fieldWidget } from '#renderer';

export default defineExtension({
  id: 'documents',
  widgets: [
    fieldWidget('form-mapping', async () => (await import('./FormMappingWidget.tsx')).FormMappingWidget, {
      frame: 'bare',
      showsReadOnly: true,
    }),
  ],
  blocks: [blockWidget('rendered-views', async () => (await import('./RenderedViews.tsx')).RenderedViews)],
});
