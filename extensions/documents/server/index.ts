/** PDF agreements: form fields, what fills them in, and the view templates of records. */
import { defineExtension } from '#server/extension';
import { describeDocument } from './describeDocument.ts';
import { listMappings, listPaths } from './listMappings.ts';
import { createPdfTasks, type PdfTasks } from './pdfTasks.ts';
import { saveMappings } from './saveMappings.ts';
import { stampDocument } from './stampDocument.ts';
import { previewTemplates } from './templates/previewTemplates.ts';
import { readTemplates } from './templates/readTemplates.ts';
import { saveTemplates } from './templates/saveTemplates.ts';

declare module '#server/extension' {
  interface ExtensionPorts {
    /** Reads and fills in PDFs, in a worker thread where available. */
    readonly pdf: PdfTasks;
  }
}

export default defineExtension({
  id: 'documents',
  actions: {
    'document.info': describeDocument,
    'document.mappings': listMappings,
    'document.paths': listPaths,
    'document.save-mappings': saveMappings,
    'document.stamp': stampDocument,
    'templates.read': readTemplates,
    'templates.save': saveTemplates,
    'templates.preview': previewTemplates,
  },
  ports: ({ fonts }) => ({ pdf: createPdfTasks(fonts) }),
});
