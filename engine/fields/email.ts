import { defineKind } from './defineKind.ts';
import { declareText } from './overlayFacet.ts';
import { line } from './traits.ts';

/** An e-mail address. */
export const email = defineKind({
  ...line,
  name: 'email',
  fits: (declared) => declared.type === 'string' && declared.format === 'email',
  schema: { type: 'string', format: 'email' },
  isKeptAsSent: true,
  href: (value) => `mailto:${value.split('@').map(encodeURIComponent).join('@')}`,
  overlay: {
    order: 130,
    settings: ['minLength', 'maxLength', 'unique', 'search'],
    inRows: true,
    declare: declareText(254, 'email'),
  },
  examples: {
    declared: { type: 'string', format: 'email', maxLength: 254 },
    good: [
      { sent: 'ann@example.com', en: 'ann@example.com', fr: 'ann@example.com' },
      {
        sent: ' luc.roy@exemple.ca ',
        answered: 'luc.roy@exemple.ca',
        en: 'luc.roy@exemple.ca',
        fr: 'luc.roy@exemple.ca',
      },
    ],
    bad: ['ann', 'ann@', '@example.com', 'ann@example', 'a b@example.com', 5, ['ann@example.com'], {}],
  },
});
