import { defineKind } from './defineKind.ts';
import { declareText } from './overlayFacet.ts';
import { line } from './traits.ts';

/** A phone number, as typed. */
export const phone = defineKind({
  ...line,
  name: 'phone',
  fits: (declared) => declared.type === 'string' && declared.format === 'phone',
  schema: { type: 'string', format: 'phone' },
  isKeptAsSent: true,
  href: dialled,
  overlay: {
    order: 140,
    settings: ['minLength', 'maxLength', 'unique', 'search'],
    inRows: true,
    declare: declareText(60, 'phone'),
  },
  examples: {
    declared: { type: 'string', format: 'phone', maxLength: 60 },
    good: [
      { sent: '514 555-0134', en: '514 555-0134', fr: '514 555-0134' },
      { sent: '(418) 555-0199 ext. 12', en: '(418) 555-0199 ext. 12', fr: '(418) 555-0199 ext. 12' },
      { sent: '+33 1 42 68 53 00', en: '+33 1 42 68 53 00', fr: '+33 1 42 68 53 00' },
    ],
    bad: ['none', '12', '514-555-013', '+0 1', 5145550134, ['514 555-0134'], {}],
  },
});

/** The `tel:` URI of the digits; a letter, `#`, `,` or `;` starts the extension. */
function dialled(value: string): string | undefined {
  const [, number = '', extension = ''] = /^([^a-z#,;]*)(.*)$/i.exec(value.trim()) ?? [];
  const digits = number.replace(/\D/g, '');
  if (digits.length < 7) return undefined;
  const own = extension.replace(/\D/g, '');
  return `tel:${number.trimStart().startsWith('+') ? '+' : ''}${digits}${own && `;ext=${own}`}`;
}
