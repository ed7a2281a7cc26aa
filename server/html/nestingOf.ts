const withoutContent = new Set([
  'br',
  'hr',
  'img',
  'col',
  'input',
  'meta',
  'link',
  'wbr',
  'area',
  'base',
  'embed',
  'source',
]);
const endMayMiss = new Set([
  'p',
  'li',
  'dt',
  'dd',
  'td',
  'th',
  'tr',
  'thead',
  'tbody',
  'tfoot',
  'colgroup',
  'option',
]);

/** The most elements open at once; those whose end tag is optional are counted separately. */
export const nestingLimits = { elements: 100, endless: 2_000 } as const;

/** Detects excessive nesting in one pass, because parsers take quadratic time in the depth. */
export function isTooDeep(html: string): boolean {
  const open = new Map<string, number>();
  let [elements, endless] = [0, 0];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag.toLowerCase();
    if (withoutContent.has(name)) continue;
    const count = open.get(name) ?? 0;
    const change = slash === '' ? 1 : count > 0 ? -1 : 0;
    open.set(name, count + change);
    if (endMayMiss.has(name)) endless += change;
    else elements += change;
    if (elements > nestingLimits.elements || endless > nestingLimits.endless) return true;
  }
  return false;
}
