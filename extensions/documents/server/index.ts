/** Agreements in PDF: their fields, what fills them in, and the templates records are shown by. */
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
    /** Reads and fills in PDFs, in a thread of its own where there are any. */
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
