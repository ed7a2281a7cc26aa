import { defineNodeExtension } from '#server/extension';
import { createPriceThread } from './createPriceThread.ts';

export default defineNodeExtension({
  id: 'pricing',
  ports: ({ worker }) => ({ pricing: createPriceThread({ script: worker('priceWorker') }) }),
});
