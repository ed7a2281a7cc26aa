/** Tags the content of a report as it is drawn: tables with rows and cells, texts, pictures. */
import type { PdfFonts } from './PdfFonts.ts';
import type { PdfInk } from './PdfInk.ts';
import type { PdfJumps } from './PdfJumps.ts';
import type { PdfPages } from './PdfPages.ts';
import type { PdfElement, PdfTags } from './PdfTags.ts';

/**
 * Elements that are told apart. Each takes a kilobyte until the file is written; after them, the lines of a page
 * are one paragraph, still in reading order.
 */
const mostElements = 12_000;

/** What everything that draws needs. */
export type Drawing = {
  readonly pages: PdfPages;
  readonly fonts: PdfFonts;
  readonly jumps: PdfJumps;
  readonly tagged: TaggedPages;
};

type Tag = PdfElement['tag'];

type Shared = {
  count: number;
  rest: { readonly page: number; readonly element: PdfElement } | undefined;
};

export class TaggedPages {
  private readonly tags: PdfTags;
  private readonly pages: PdfPages;
  private table: PdfElement | undefined;
  private row: PdfElement | undefined;
  private readonly shared: Shared;

  constructor(tags: PdfTags, pages: PdfPages, shared: Shared = { count: 0, rest: undefined }) {
    this.tags = tags;
    this.pages = pages;
    this.shared = shared;
  }

  /** For a region beside others, which has a table of its own. */
  beside(): TaggedPages {
    return new TaggedPages(this.tags, this.pages, this.shared);
  }

  /** A table goes on over pages until another begins. */
  beginTable(): void {
    this.table = this.isFull ? undefined : this.add(this.tags.root, 'Table');
  }

  endTable(): void {
    this.table = undefined;
  }

  beginRow(): void {
    if (this.isFull) return;
    this.row = this.table ? this.add(this.table, 'TR') : this.add(this.tags.root, 'P');
  }

  /** A cell of the current row, drawn on one of the pages beside each other. */
  cell(isHead: boolean, across: number, draw: () => void): void {
    const row = this.row ?? this.add(this.tags.root, 'P');
    const element = this.table ? this.add(row, isHead ? 'TH' : 'TD') : row;
    this.mark(element, across, draw);
  }

  /** A whole line, when cells are no longer told apart. */
  line(across: number, draw: () => void): void {
    const page = this.pages.count - 1 + across;
    const { shared } = this;
    if (shared.rest?.page !== page) shared.rest = { page, element: this.add(this.tags.root, 'P') };
    this.mark(shared.rest.element, across, draw);
  }

  item(tag: Tag, across: number, draw: () => void, alt?: string): void {
    this.mark(this.add(this.tags.root, tag, alt), across, draw);
  }

  get isFull(): boolean {
    return this.shared.count >= mostElements;
  }

  private add(parent: PdfElement, tag: Tag, alt?: string): PdfElement {
    this.shared.count += 1;
    return this.tags.add(parent, tag, alt);
  }

  private mark(element: PdfElement, across: number, draw: () => void): void {
    const ink: PdfInk = this.pages.across(across);
    const number = this.tags.mark(element, this.pages.count - 1 + across);
    ink.marked(element.tag, number, draw);
  }
}
