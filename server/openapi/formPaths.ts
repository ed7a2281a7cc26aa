/** The calls of public forms. */
import { all, count, flag, list, maybeText, objectOf, type Schema, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const texts = all({ 'en-CA': text, 'fr-CA': text });
const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const definition = objectOf(
  [
    ...Object.entries({
      Address: text,
      Title: texts,
      Languages: list(text),
      Theme: maybeText,
      Accent: maybeText,
    }),
    ['Closed', { enum: ['closed', 'early', 'over', 'full'] }],
    ...Object.entries({
      From: maybeText,
      Intro: maybe(texts),
      Thanks: texts,
      Fields: list(text),
      Sections: list(all({ Title: maybe(texts), Fields: list(text) })),
      Entity: text,
    }),
    ['Consent', maybe(all({ Version: text, Text: texts }))],
    ['Bundle', { type: 'object', description: 'The declarations of the fields, and nothing else.' }],
    [
      'Challenge',
      { ...text, description: 'For one answer: find the number whose hash begins with Bits zero bits.' },
    ],
    ['Bits', count],
    ['Values', { type: 'object', description: 'Of a link: the record as it is.' }],
  ],
  ['Address', 'Title', 'Languages'],
);

export const formPaths: readonly Brief[] = [
  {
    at: 'GET /publicforms/{address}',
    summary: 'A form for people without a login',
    isPublic: true,
    answer: definition,
  },
  {
    at: 'GET /publicforms/{address}/validators.js',
    summary: 'The checks of its fields, as a module',
    isPublic: true,
    type: 'text/javascript',
  },
  {
    at: 'POST /publicforms/{address}',
    summary: 'An answer to a public form; the same answer to the same challenge is taken once',
    isPublic: true,
    status: 201,
    answer: all({ Received: flag }),
  },
  {
    at: 'POST /publicforms/{address}/open',
    summary: 'A form with the values of the record that a link is for',
    isPublic: true,
    answer: definition,
  },
  {
    at: 'POST /publicforms/{address}/file',
    summary: 'A file for an answer that is being written',
    isPublic: true,
    status: 201,
    answer: objectOf(
      Object.entries({ Id: text, Name: text, ContentType: text, Size: count, Width: count, Height: count }),
      ['Id', 'Name'],
    ),
  },
  {
    at: 'GET /publicforms',
    summary: 'The forms by which the caller may make links',
    answer: all({ Items: list(all({ Address: text, Entity: text, Title: text, Days: count, Once: flag })) }),
  },
  {
    at: 'POST /publicforms/{address}/link',
    summary: 'A link with which a person fills in fields of one record; earlier links are revoked',
    status: 201,
    answer: all({ Url: text, ExpiresAt: text, Once: flag }),
  },
  {
    at: 'DELETE /publicforms/{address}/link/{recordId}',
    summary: 'End the links of a record',
    status: 204,
  },
  {
    at: 'GET /configure/forms',
    summary: 'The public forms in force, with the answers they received',
    answer: all({
      Items: list(
        all({
          ...{ Id: text, Address: text, Entity: text, IsOff: flag, Url: text },
          ...{ Total: count, Recent: count, Last: maybeText },
        }),
      ),
    }),
  },
];
