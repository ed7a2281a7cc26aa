/** Finds XML elements by name in order, with plain searches, so that no content is slow. */
type XmlElement = {
  /** The opening tag with its attributes. */
  readonly tag: string;
  readonly inner: string | undefined;
  readonly start: number;
  readonly end: number;
};

/** The next element at or after `from`; undefined when there is none or it is incomplete. */
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

/** The opening tags of elements that may be nested. */
export function openings(xml: string, name: string): readonly string[] {
  const tags: string[] = [];
  for (let at = openingOf(xml, name, 0); at >= 0; ) {
    const close = xml.indexOf('>', at);
    if (close < 0) break;
    tags.push(xml.slice(at, close).replace(/\s/g, ' '));
    // Skips to the end of the tag; searching inside it again would be quadratic.
    at = openingOf(xml, name, close);
  }
  return tags;
}

/** The position of the next opening tag of that name; -1 when there is none. */
export function openingOf(xml: string, name: string, from: number): number {
  const opening = `<${name}`;
  let at = xml.indexOf(opening, from);
  while (at >= 0 && !' />\r\n\t'.includes(xml[at + opening.length] ?? 'x')) at = xml.indexOf(opening, at + 1);
  return at;
}

/** `x:` in `<x:worksheet`: the namespace prefix of a part. */
export function prefixOf(xml: string): string {
  return opening.exec(xml)?.[1] ?? '';
}

/** Whether enough has been read to know the prefix. */
export const isOpened = (xml: string): boolean => opening.test(xml);

const opening = /<([\w-]+:)?[\w-]+[\s/>]/;
