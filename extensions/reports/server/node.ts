import { defineNodeExtension } from '#server/extension';
import { createWorkbookThread } from './createWorkbookThread.ts';

export default defineNodeExtension({
  id: 'reports',
  ports: ({ worker }) => ({ workbooks: createWorkbookThread({ script: worker('workbookWorker') }) }),
});
