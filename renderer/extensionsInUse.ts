import documents from '../extensions/documents/renderer/index.ts';
import pricing from '../extensions/pricing/renderer/index.ts';
import reports from '../extensions/reports/renderer/index.ts';

/** The extensions of the application that is built. */
export const extensions = [documents, pricing, reports];
