import { isPlace, mapOf, normalPlace, readPlace, writePlace } from '../text/place.ts';
import { defineKind } from './defineKind.ts';
import { line, sameOperators, shownAlone } from './traits.ts';

/** A place on the earth: latitude and longitude in degrees (WGS 84), stored as `49.2827,-123.1207`. */
export const place = defineKind({
  ...line,
  name: 'place',
  fits: (declared) => declared.type === 'string' && declared.format === 'place',
  schema: {
    type: 'string',
    format: 'place',
    description: 'Latitude and longitude in degrees (WGS 84), each with up to seven decimals.',
  },
  comparison: 'codes',
  key: 'none',
  normal: undefined,
  canonical: normalPlace,
  filter: {
    operators: sameOperators,
    shown: ['eq', 'ne'],
    parse: (text) => (isPlace(text.trim()) ? normalPlace(text.trim()) : undefined),
    problem: 'query.value.place',
    input: 'written',
  },
  query: shownAlone,
  sheet: { format: 'text', read: 'written' },
  href: mapOf,
  written: { format: writePlace, parse: readPlace, problem: 'validation.format.place' },
  overlay: {
    order: 155,
    settings: ['unique'],
    inRows: true,
    declare: () => ({ type: 'string', format: 'place' }),
  },
  examples: {
    declared: { type: 'string', format: 'place' },
    good: [
      { sent: '49.2827,-123.1207', en: '49.2827, -123.1207', fr: '49.2827, -123.1207' },
      {
        sent: '-33.86880, 151.2093',
        answered: '-33.8688,151.2093',
        en: '-33.8688, 151.2093',
        fr: '-33.8688, 151.2093',
      },
      { sent: '0,0.0000001', en: '0, 0.0000001', fr: '0, 0.0000001' },
    ],
    bad: [
      'Vancouver',
      '49.2827',
      '90.1,0',
      '0,-180.0000001',
      '49.28270001,-123',
      '49;5',
      49.28,
      ['49,5'],
      {},
    ],
  },
});
