/** The pages of a PDF. Each is compressed as soon as it is full, so that only one is in memory. */
import type { PDFDocument, PDFRef } from 'pdf-lib';
import type { PageSetup } from '#extensions/reports/engine';
import type { PdfFonts } from './PdfFonts.ts';
import { PdfInk } from './PdfInk.ts';
import type { PdfJumps } from './PdfJumps.ts';
import type { PdfTags } from './PdfTags.ts';
import { plainPng } from './plainPng.ts';
import { pngPixels } from './pngPixels.ts';

type Library = typeof import('pdf-lib');

/** Decoded pixels of all PNG images of a document, at four bytes each and more. */
const mostPixels = 16_000_000;

type Embedded = {
  readonly name: string;
  readonly ref: PDFRef;
  readonly width: number;
  readonly height: number;
};
type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Pictured = { readonly data: string; readonly isStretched?: boolean };

/** A full page, waiting for its header and footer, which may show the total number of pages. */
type Full = { readonly body: PDFRef };

export class PdfPages {
  readonly setup: PageSetup;
  private readonly document: PDFDocument;
  private readonly library: Library;
  private readonly fonts: PdfFonts;
  private readonly full: Full[] = [];
  private readonly images = new Map<string, Embedded>();
  private readonly tags: PdfTags | undefined;
  /** The current page, and those to its right. */
  private inks: PdfInk[];
  private readonly jumps: PdfJumps | undefined;
  private pixels = 0;

  constructor(
    document: PDFDocument,
    library: Library,
    fonts: PdfFonts,
    { setup, tags, jumps }: { readonly setup: PageSetup; readonly tags?: PdfTags; readonly jumps?: PdfJumps },
  ) {
    this.tags = tags;
    this.jumps = jumps;
    this.document = document;
    this.library = library;
    this.fonts = fonts;
    this.setup = setup;
    this.inks = [new PdfInk(fonts, setup.height)];
  }

  get count(): number {
    return this.full.length + 1;
  }

  get page(): PdfInk {
    return this.inks[0] as PdfInk;
  }

  /** The current page, or one to the right of it. */
  across(at: number): PdfInk {
    while (this.inks.length <= at) this.inks.push(new PdfInk(this.fonts, this.setup.height));
    return this.inks[at] as PdfInk;
  }

  turn(): void {
    this.pack();
    this.inks = [new PdfInk(this.fonts, this.setup.height)];
  }

  /** The resource name of an image, which is embedded only once; undefined when it cannot be read or is too large. */
  async image(media: 'image/png' | 'image/jpeg', data: string): Promise<string | undefined> {
    const found = this.images.get(data);
    if (found) return found.name;
    try {
      const png = media === 'image/png' && this.takesPixels(data) ? await plainPng(data) : undefined;
      if (media === 'image/png' && !png) return undefined;
      const embedded = await (png ? this.document.embedPng(png) : this.document.embedJpg(data));
      const name = `Im${this.images.size + 1}`;
      const { ref, width, height } = embedded;
      this.images.set(data, { name, ref, width, height });
      return name;
    } catch {
      // An unreadable picture is omitted; the report continues.
      return undefined;
    }
  }

  /** An embedded image and where it is drawn within an area: in its proportions, unless it is stretched. */
  pictured(
    { data, isStretched }: Pictured,
    area: Area,
  ): { readonly name: string; readonly area: Area } | undefined {
    const found = this.images.get(data);
    if (!found) return undefined;
    const scale = Math.min(area.width / found.width, area.height / found.height);
    const size = { width: found.width * scale, height: found.height * scale };
    return { name: found.name, area: isStretched ? area : { ...area, ...size } };
  }

  /** A few kilobytes can name a size that takes gigabytes. */
  private takesPixels(data: string): boolean {
    const more = pngPixels(data);
    if (more === undefined || this.pixels + more > mostPixels) return false;
    this.pixels += more;
    return true;
  }

  /** Adds headers and footers to all pages, now that the total is known. */
  async finish(
    frame: (ink: PdfInk, number: number, total: number) => Promise<void>,
    turn: () => Promise<void>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    this.pack();
    const { context, catalog } = this.document;
    const { PDFName, PDFPageLeaf } = this.library;
    // Allocated now, filled after the headers and footers, which may contain pictures of their own.
    const resources = context.nextRef();
    const tree = catalog.Pages();
    const parent = catalog.get(PDFName.of('Pages')) as PDFRef;
    const leaves = this.full.map(() => context.nextRef());
    const written = { leaves, height: this.setup.height };
    for (const [index, { body }] of this.full.entries()) {
      const ink = new PdfInk(this.fonts, this.setup.height);
      await frame(ink, index + 1, this.full.length);
      const around = context.register(context.flateStream(ink.text()));
      const leaf = PDFPageLeaf.withContextAndParent(context, parent);
      leaf.set(PDFName.of('MediaBox'), context.obj([0, 0, this.setup.width, this.setup.height]));
      leaf.set(PDFName.of('Resources'), resources);
      leaf.set(PDFName.of('Contents'), context.obj([body, around]));
      if (this.tags) leaf.set(PDFName.of('StructParents'), context.obj(index));
      const links = this.jumps?.annotations(this.document, this.library, written, index);
      if (links) leaf.set(PDFName.of('Annots'), links);
      const ref = leaves[index] as PDFRef;
      context.assign(ref, leaf);
      tree.pushLeafNode(ref);
      await turn();
    }
    this.jumps?.outline(this.document, this.library, written);
    this.tags?.write(this.document, this.library, leaves);
    this.fonts.embed();
    context.assign(resources, this.resources());
    return this.document.save({ objectsPerTick: 200 }) as Promise<Uint8Array<ArrayBuffer>>;
  }

  private pack(): void {
    const { context } = this.document;
    for (const ink of this.inks) this.full.push({ body: context.register(context.flateStream(ink.text())) });
  }

  private resources() {
    const { context } = this.document;
    const images = [...this.images.values()].map(({ name, ref }) => [name, ref] as const);
    return context.obj({
      Font: this.fonts.resources(),
      XObject: Object.fromEntries(images),
    });
  }
}
