/** What is read of XML here: elements of a name in their order, found by plain searches, so that no content makes it slow. */
type XmlElement = {
  /** The opening, with its attributes. */
  readonly tag: string;
  readonly inner: string | undefined;
  readonly start: number;
  readonly end: number;
};

/** The element that starts at or after `from`; undefined when there is none, or it does not end here. */
export function nextElement(xml: string, name: string, from: number): XmlElement | undefined {
  const start = openingOf(xml, name, from);
  const close = start < 0 ? -1 : xml.indexOf('>', start);
  if (close < 0) return undefined;
  const tag = xml.slice(start, close);
  if (xml[close - 1] === '/') return { tag, inner: undefined, start, end: close + 1 };
  const ending = `</${name}>`;
  const end = xml.indexOf(ending, close);
  return end < 0 ? undefined : { tag, inner: xml.slice(close + 1, end), start, end: end + ending.length };
}

export function* elements(xml: string, name: string): Generator<XmlElement, void, undefined> {
  for (let one = nextElement(xml, name, 0); one; one = nextElement(xml, name, one.end)) yield one;
}

/** The openings alone, of elements that may hold others. */
export function openings(xml: string, name: string): readonly string[] {
  const tags: string[] = [];
  for (let at = openingOf(xml, name, 0); at >= 0; ) {
    const close = xml.indexOf('>', at);
    if (close < 0) break;
    tags.push(xml.slice(at, close).replace(/\s/g, ' '));
    // Nothing opens inside an opening: looking there again would take the square of its length.
    at = openingOf(xml, name, close);
  }
  return tags;
}

/** Where an element of the name opens at or after `from`; -1 where none does. */
export function openingOf(xml: string, name: string, from: number): number {
  const opening = `<${name}`;
  let at = xml.indexOf(opening, from);
  while (at >= 0 && !' />\r\n\t'.includes(xml[at + opening.length] ?? 'x')) at = xml.indexOf(opening, at + 1);
  return at;
}

/** `x:` in `<x:worksheet`: what stands in front of all names of a part. */
export function prefixOf(xml: string): string {
  return opening.exec(xml)?.[1] ?? '';
}

/** Whether the first element has come so far that its prefix is known. */
export const isOpened = (xml: string): boolean => opening.test(xml);

const opening = /<([\w-]+:)?[\w-]+[\s/>]/;
