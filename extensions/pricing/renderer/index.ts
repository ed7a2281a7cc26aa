import { blockWidget, defineExtension, pageWidget } from '#renderer';

export default defineExtension({
  id: 'pricing',
  blocks: [
    blockWidget('rates', async () => (await import('./rates/RatesView.tsx')).RatesView),
    blockWidget('steps', async () => (await import('./steps/StepsView.tsx')).StepsView),
  ],
  pages: [
    pageWidget('steps-harness', async () => (await import('./steps/StepsHarness.tsx')).StepsHarness, {
      isPublic: true,
    }),
  ],
});
