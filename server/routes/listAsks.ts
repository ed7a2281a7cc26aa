import { filterOperators, type Model } from '#engine';
import { type AskedParameter, type Asks, askedNumber, askedTexts } from '../http/Asks.ts';

/** The parameters of a list with pages, filters and sorts. */
export function listAsks({ settings }: Pick<Model, 'settings'>, pageSize = settings.pageSize): Asks {
  return [
    askedNumber('page', 'Counts from 1.', { minimum: 1, default: 1 }),
    askedNumber('pageSize', '0 means all, sent while they are read.', {
      ...{ minimum: 0, maximum: settings.maximumPageSize, default: pageSize },
    }),
    askedTexts('sortFields', 'Repeatable.'),
    {
      name: 'sortDirections',
      schema: { type: 'array', items: { type: 'integer', enum: [0, 1] } },
      description: '1 ascending, 0 descending.',
    },
    askedTexts('FilterProperty', 'Repeatable; the n-th property, operator and value belong together.'),
    {
      name: 'FilterOperator',
      schema: { type: 'array', items: { enum: [...filterOperators] } },
      description: 'in, all (flags, choices) and none (choices) take a comma list.',
      isJudged: true,
    },
    askedLong('FilterValue', 'Repeatable.'),
    {
      name: '$where',
      schema: { type: 'array', items: { type: 'string', maxLength: 4000 } },
      description:
        'Conditions as JSON: {"all": […]} or {"any": […]} of {"path", "operator", "value"} and further groups; the operator within takes a period such as next-30-days.',
    },
    {
      name: '$groups',
      schema: { type: 'array', items: { type: 'string', maxLength: 256 }, maxItems: 1 },
      description: 'A field: the answer counts the records of each of its values instead of listing them.',
    },
    {
      name: '$per',
      schema: { enum: ['day', 'month', 'quarter', 'year'] },
      description: 'With $groups over a date or moment: the period to group by.',
    },
    askedTexts('$totals', 'With $groups: number fields to add up in each group. Repeatable.'),
    {
      name: '$total',
      schema: { enum: ['capped', 'exact'], default: 'capped' },
      description:
        'The total of a long list may be capped, marked by IsTotalCapped; exact counts all of its records.',
    },
  ];
}

/** A comma-separated list of a thousand ids: as long as a URL, or the body of `POST /query`, may be. */
const askedLong = (name: string, description: string): AskedParameter => ({
  ...{ name, description },
  schema: { type: 'array', items: { type: 'string' } },
});
