import { defineExtension, defineFieldView, fieldWidget, writtenView } from '#renderer';

export default defineExtension({
  id: 'lending',
  fields: [defineFieldView(writtenView('weight'))],
  widgets: [
    fieldWidget('days-left', async () => (await import('./DaysLeftWidget.tsx')).DaysLeftWidget, {
      showsReadOnly: true,
    }),
  ],
});
