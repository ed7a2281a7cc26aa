/** Links, bookmarks and the outline of a PDF, written when all of its pages are known. */
import type { PDFDocument, PDFRef } from 'pdf-lib';

type Library = typeof import('pdf-lib');

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Target = { readonly address: string } | { readonly bookmark: string };
type Spot = { readonly page: number; readonly y: number };
type Entry = Spot & { readonly text: string; readonly level: number };

/** More nobody follows; without a limit, a report of a million rows would keep all of its links. */
const [mostLinks, mostEntries] = [20_000, 5000];

export class PdfJumps {
  private readonly links = new Map<number, { readonly area: Area; readonly target: Target }[]>();
  private readonly bookmarks = new Map<string, Spot>();
  private readonly entries: Entry[] = [];
  private count = 0;

  /** Pages count from 0, `y` from the top. */
  link(page: number, area: Area, target: Target): void {
    if (this.count >= mostLinks) return;
    this.count += 1;
    const own = this.links.get(page);
    if (own) own.push({ area, target });
    else this.links.set(page, [{ area, target }]);
  }

  bookmark(name: string, spot: Spot): void {
    if (this.bookmarks.size < mostLinks && !this.bookmarks.has(name)) this.bookmarks.set(name, spot);
  }

  entry(entry: Entry): void {
    if (this.entries.length < mostEntries) this.entries.push(entry);
  }

  /** The links of a page; one to a bookmark that the report does not have leads nowhere. */
  annotations({ context }: PDFDocument, { PDFString }: Library, of: Written, page: number) {
    const made = (this.links.get(page) ?? []).flatMap(({ area: { x, y, width, height }, target }) => {
      const top = of.height - y;
      const link = { Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0], F: 4 };
      const Rect = [x, top - height, x + width, top];
      if ('address' in target)
        return context.register(
          context.obj({
            ...link,
            Rect,
            A: { S: 'URI', URI: PDFString.of(encodeURI(decoded(target.address))) },
          }),
        );
      const spot = this.bookmarks.get(target.bookmark);
      return spot ? context.register(context.obj({ ...link, Rect, Dest: destination(of, spot) })) : [];
    });
    return made.length > 0 ? context.obj(made) : undefined;
  }

  outline({ context, catalog }: PDFDocument, { PDFName, PDFHexString }: Library, of: Written): void {
    if (this.entries.length === 0) return;
    const root = context.nextRef();
    const write = (entries: readonly Entry[], parent: PDFRef) => {
      const level = Math.min(...entries.map((one) => one.level));
      const starts = entries.flatMap((one, at) => (one.level === level || at === 0 ? [at] : []));
      const refs = starts.map(() => context.nextRef());
      for (const [at, start] of starts.entries()) {
        const own = entries[start] as Entry;
        const below = entries.slice(start + 1, starts[at + 1]);
        const [ref, before, after] = [refs[at] as PDFRef, refs[at - 1], refs[at + 1]];
        const item = context.obj({ Parent: parent, Dest: destination(of, own) });
        item.set(PDFName.of('Title'), PDFHexString.fromText(own.text));
        if (before) item.set(PDFName.of('Prev'), before);
        if (after) item.set(PDFName.of('Next'), after);
        if (below.length > 0) {
          const [first, last] = write(below, ref);
          item.set(PDFName.of('First'), first);
          item.set(PDFName.of('Last'), last);
          // Closed until the reader opens it.
          item.set(PDFName.of('Count'), context.obj(-below.length));
        }
        context.assign(ref, item);
      }
      return [refs[0] as PDFRef, refs.at(-1) as PDFRef] as const;
    };
    const [First, Last] = write(this.entries, root);
    context.assign(
      root,
      context.obj({
        Type: 'Outlines',
        First,
        Last,
        Count: this.entries.filter(({ level }) => level === 0).length || 1,
      }),
    );
    catalog.set(PDFName.of('Outlines'), root);
    catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
  }
}

type Written = { readonly leaves: readonly PDFRef[]; readonly height: number };

const destination = ({ leaves, height }: Written, { page, y }: Spot) => [
  leaves[Math.min(page, leaves.length - 1)] as PDFRef,
  'XYZ',
  0,
  height - y,
  0,
];

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
