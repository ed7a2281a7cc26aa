/** The ports that only actions use. */
import type { PdfTasks } from './documents/pdfTasks.ts';
import type { PriceWork } from './pricing/priceWork.ts';

declare module '../ports/ports.ts' {
  interface ActionPorts {
    /** Reads and fills in PDFs, in a thread of its own where there are any. */
    readonly pdf: PdfTasks;
    /** Prices rate cards, in a thread of its own where there are any. */
    readonly pricing: PriceWork;
  }
}
