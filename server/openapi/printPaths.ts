/** The calls of an application that prints. */
import { locales } from '#engine';
import { all, flag, list, objectOf, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const format = all({
  ...{ Id: text, Title: text, For: { enum: ['record', 'list'] }, IsDefault: flag },
  Languages: list({ enum: [...locales] }),
});

const edge = all({ left: text, middle: text, hasPages: flag });

export const printPaths: readonly Brief[] = [
  {
    at: 'GET /print/{entity}',
    summary: 'The formats in which records of an entity, and lists of them, can be printed',
    answer: all({ Items: list(format) }),
  },
  {
    at: 'GET /print/{entity}/{id}',
    summary: 'A record as PDF, as the caller sees it',
    answer: { contentMediaType: 'application/pdf' },
    type: 'application/pdf',
  },
  {
    at: 'POST /configure/print/preview',
    summary: 'A print format that is being written, with the values of a record: nothing is kept',
    answer: objectOf(
      [
        ['Blocks', list({ type: 'object' })],
        ['Header', edge],
        ['Footer', edge],
      ],
      ['Blocks'],
    ),
  },
];
