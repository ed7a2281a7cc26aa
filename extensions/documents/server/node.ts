import { defineNodeExtension } from '#server/extension';
import { createPdfThread } from './createPdfThread.ts';

export default defineNodeExtension({
  id: 'documents',
  ports: ({ worker }) => ({ pdf: createPdfThread({ script: worker('pdfWorker') }) }),
});
