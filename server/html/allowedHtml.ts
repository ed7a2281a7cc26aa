/** Allowlist for stored HTML: text, tables, lists, inline pictures and links. Anything else is removed. */

export const allowedTags: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'article', 'header', 'footer', 'address'],
  ...['blockquote', 'pre', 'hr', 'br', 'figure', 'figcaption', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...[
    'a',
    'abbr',
    'b',
    'cite',
    'code',
    'em',
    'i',
    'mark',
    'q',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'u',
  ],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'img'],
];

export const allowedAttributes: Readonly<Record<string, string[]>> = {
  '*': ['style', 'class', 'title', 'lang', 'dir', 'align'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  table: ['border', 'cellpadding', 'cellspacing', 'width'],
  col: ['span', 'width'],
  td: ['colspan', 'rowspan', 'width', 'valign'],
  th: ['colspan', 'rowspan', 'width', 'valign', 'scope'],
  ol: ['start', 'type'],
};

/** Text appearance and flow layout; nothing that overlaps other content or loads anything. */
const allowedProperties: ReadonlySet<string> = new Set([
  ...['color', 'background', 'background-color', 'opacity', 'font', 'font-family', 'font-size', 'font-style'],
  ...[
    'font-weight',
    'font-variant',
    'line-height',
    'letter-spacing',
    'text-align',
    'text-decoration',
    'text-indent',
  ],
  ...[
    'text-transform',
    'vertical-align',
    'white-space',
    'word-break',
    'overflow-wrap',
    'list-style',
    'list-style-type',
  ],
  ...[
    'width',
    'min-width',
    'max-width',
    'height',
    'min-height',
    'max-height',
    'margin',
    'margin-top',
    'margin-right',
  ],
  ...[
    'margin-bottom',
    'margin-left',
    'padding',
    'padding-top',
    'padding-right',
    'padding-bottom',
    'padding-left',
  ],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-color', 'border-style'],
  ...['border-width', 'border-radius', 'border-collapse', 'border-spacing', 'table-layout', 'caption-side'],
  ...[
    'display',
    'gap',
    'flex',
    'flex-wrap',
    'align-items',
    'justify-content',
    'columns',
    'column-gap',
    'float',
    'clear',
  ],
  ...[
    'page-break-before',
    'page-break-after',
    'page-break-inside',
    'break-before',
    'break-after',
    'break-inside',
  ],
]);

const plainValue = /^[\w\s#%.,+/!'"-]*$/;
const harmlessFunctions = /\b(?:rgba?|hsla?|calc)\(([^()]*)\)/g;

/** The allowed declarations of a style attribute. */
export function allowedStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
    })
    .filter(([name, value]) => allowedProperties.has(name) && isPlain(value))
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

function isPlain(value: string): boolean {
  return value !== '' && plainValue.test(value.replace(harmlessFunctions, '$1'));
}

/** An address that opens a page or e-mail and cannot run code. */
export function isSafeLink(address: string): boolean {
  return /^(https?:\/\/[^\s]+|mailto:[^\s]*)$/i.test(address.trim());
}

/** A data URL: nothing is loaded from elsewhere. */
export function isInlinePicture(address: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i.test(address);
}
