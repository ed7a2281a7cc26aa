/** The structure of a tagged PDF: headings, paragraphs and tables, as screen readers announce them. */
import type { PDFDocument, PDFRef } from 'pdf-lib';

type Library = typeof import('pdf-lib');

type Tag = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/** Content on a page, by its number there. */
type Mark = { readonly page: number; readonly number: number };

export type PdfElement = {
  readonly tag: Tag;
  readonly kids: (PdfElement | Mark)[];
  /** Of a figure: what it shows. */
  readonly alt?: string;
};

export class PdfTags {
  readonly root: PdfElement = { tag: 'Document', kids: [] };
  /** By page: the element of each numbered content. */
  private readonly pages: PdfElement[][] = [];

  add(parent: PdfElement, tag: Tag, alt?: string): PdfElement {
    const element: PdfElement = { tag, kids: [], ...(alt === undefined ? {} : { alt }) };
    parent.kids.push(element);
    return element;
  }

  /** The number of the next content of an element on a page, counted from 0. */
  mark(element: PdfElement, page: number): number {
    this.pages[page] ??= [];
    const own = this.pages[page] as PdfElement[];
    const number = own.push(element) - 1;
    element.kids.push({ page, number });
    return number;
  }

  write(document: PDFDocument, { PDFName, PDFHexString }: Library, leaves: readonly PDFRef[]): void {
    const { context, catalog } = document;
    const [rootRef, refs] = [context.nextRef(), new Map<PdfElement, PDFRef>()];
    const write = (element: PdfElement, parent: PDFRef): PDFRef => {
      const ref = context.nextRef();
      refs.set(element, ref);
      // The page that most of its content is on is said once: a table of many pages has many contents.
      const page = element.kids.find((kid): kid is Mark => !('tag' in kid))?.page;
      const kids = element.kids.map((kid) => {
        if ('tag' in kid) return write(kid, ref);
        if (kid.page === page) return context.obj(kid.number);
        return context.obj({ Type: 'MCR', Pg: leaves[kid.page] as PDFRef, MCID: kid.number });
      });
      const made = context.obj({ Type: 'StructElem', S: element.tag, P: parent, K: kids });
      if (page !== undefined) made.set(PDFName.of('Pg'), leaves[page] as PDFRef);
      if (element.alt !== undefined) made.set(PDFName.of('Alt'), PDFHexString.fromText(element.alt));
      if (element.tag === 'TH') made.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Column' }));
      context.assign(ref, made);
      return ref;
    };
    const top = write(this.root, rootRef);
    const parents = leaves.flatMap((_, page) => {
      const own = (this.pages[page] ?? []).map((element) => refs.get(element) as PDFRef);
      return [context.obj(page), context.register(context.obj(own))];
    });
    const tree = context.register(context.obj({ Nums: parents }));
    const root = context.obj({ Type: 'StructTreeRoot', K: [top], ParentTree: tree });
    root.set(PDFName.of('ParentTreeNextKey'), context.obj(leaves.length));
    context.assign(rootRef, root);
    catalog.set(PDFName.of('StructTreeRoot'), rootRef);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  }
}
