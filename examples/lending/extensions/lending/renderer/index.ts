import { defineExtension, fieldWidget } from '#renderer';

export default defineExtension({
  id: 'lending',
  widgets: [
    fieldWidget('days-left', async () => (await import('./DaysLeftWidget.tsx')).DaysLeftWidget, {
      showsReadOnly: true,
    }),
  ],
});
