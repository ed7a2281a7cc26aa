import { scanTemplate, type TemplateTag } from '#engine';

/** A template with placeholders replaced by marks: an HTML parser would misread `<` and `"` in them. */
export type Protected = {
  readonly html: string;
  readonly tags: readonly TemplateTag[];
  readonly source: string;
};

// Private-use characters, which are removed from input to prevent forged marks.
const [start, end] = ['\uE000', '\uE001'];
const marks = /\uE000(\d+)\uE001/g;

/** Replaces each placeholder with a mark. */
export function protectPlaceholders(source: string): Protected {
  const tags = scanTemplate(source).filter(({ word }) => word !== 'unclosed');
  let [html, from] = ['', 0];
  for (const [index, tag] of tags.entries()) {
    html += withoutMarks(source.slice(from, tag.at)) + start + index + end;
    from = tag.end;
  }
  return { html: html + withoutMarks(source.slice(from)), tags, source };
}

/** Restores the placeholders; braces that only cleaning brought together are escaped. */
export function restorePlaceholders(html: string, { tags, source }: Protected): string {
  return html.replaceAll('{{', '{&#123;').replace(marks, (_, index: string) => {
    const tag = tags[Number(index)];
    return tag ? source.slice(tag.at, tag.end) : '';
  });
}

/** The placeholders in a value. */
export function placeholdersIn(value: string, { tags }: Protected): readonly TemplateTag[] {
  return [...value.matchAll(marks)].flatMap(([, index]) => tags[Number(index)] ?? []);
}

/** The part of a value before its first placeholder. */
export function beforePlaceholder(value: string): string {
  return value.split(start)[0] ?? '';
}

/**
 * Whether every block opened here is also closed here. Removing an attribute in which a block opens that
 * closes elsewhere would join parts of the page that were not checked together.
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
