import { scanTemplate, type TemplateTag } from '#engine';

/** A template whose placeholders are out of the way of an HTML parser, which would read `<` and `"` in them. */
export type Protected = {
  readonly html: string;
  readonly tags: readonly TemplateTag[];
  readonly source: string;
};

// Private characters, taken out of what people write, so that nobody can write a mark.
const [start, end] = ['\uE000', '\uE001'];
const marks = /\uE000(\d+)\uE001/g;

/** Puts a mark in place of each placeholder. */
export function protectPlaceholders(source: string): Protected {
  const tags = scanTemplate(source).filter(({ word }) => word !== 'unclosed');
  let [html, from] = ['', 0];
  for (const [index, tag] of tags.entries()) {
    html += withoutMarks(source.slice(from, tag.at)) + start + index + end;
    from = tag.end;
  }
  return { html: html + withoutMarks(source.slice(from)), tags, source };
}

/** Puts the placeholders back, word for word; braces that only cleaning brought together open none. */
export function restorePlaceholders(html: string, { tags, source }: Protected): string {
  return html.replaceAll('{{', '{&#123;').replace(marks, (_, index: string) => {
    const tag = tags[Number(index)];
    return tag ? source.slice(tag.at, tag.end) : '';
  });
}

/** The placeholders that stand in a value. */
export function placeholdersIn(value: string, { tags }: Protected): readonly TemplateTag[] {
  return [...value.matchAll(marks)].flatMap(([, index]) => tags[Number(index)] ?? []);
}

/** The value up to its first placeholder. */
export function beforePlaceholder(value: string): string {
  return value.split(start)[0] ?? '';
}

/**
 * Whether every block that opens here also closes here. One that opens in an attribute and closes outside would,
 * left out, join pieces of the page that were never looked at together.
 */
export function isBalanced(tags: readonly TemplateTag[]): boolean {
  const open: string[] = [];
  for (const { word } of tags) {
    if (word === 'each' || word === 'if') open.push(word);
    if (word === 'else' && open.length === 0) return false;
    if ((word === '/each' || word === '/if') && `/${open.pop()}` !== word) return false;
  }
  return open.length === 0;
}

function withoutMarks(text: string): string {
  return text.replace(/[\uE000\uE001]/g, '');
}
