import { defineKind } from './defineKind.ts';
import { declareText } from './overlayFacet.ts';
import { line } from './traits.ts';

/** The URL of a page. */
export const link = defineKind({
  ...line,
  name: 'link',
  fits: (declared) => declared.type === 'string' && declared.format === 'uri',
  schema: { type: 'string', format: 'uri' },
  isKeptAsSent: true,
  // Values stored before the field had its format may have any scheme.
  href: (value) => (/^(https?|mailto|tel):/i.test(value) ? value : undefined),
  overlay: {
    order: 150,
    settings: ['minLength', 'maxLength', 'unique', 'search'],
    inRows: true,
    declare: declareText(2000, 'uri'),
  },
  examples: {
    declared: { type: 'string', format: 'uri', maxLength: 2000 },
    good: [
      {
        sent: 'https://example.com/a?b=c#d',
        en: 'https://example.com/a?b=c#d',
        fr: 'https://example.com/a?b=c#d',
      },
    ],
    bad: ['example', 'javascript:alert(1)', 'data:text/html,x', 'https://exa mple.com', 5, {}],
  },
});
