/** The query parameters of a declared call. */
import type { Model, RouteModel } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import { type Asks, askedFlag, askedText, askedTexts } from '../http/Asks.ts';
import { listAsks } from './listAsks.ts';
import { printAsks } from './printEndpoints.ts';

export function routeAsks(model: Model, route: RouteModel, { actions, printing }: Registry): Asks {
  const own = actions.get(route.action ?? '')?.query ?? [];
  const asks = [
    ...(route.operation === 'find' ? findAsks(model, route, printing !== undefined) : []),
    ...(route.operation === 'history' ? listAsks(model) : []),
    ...includeAsks(route),
    ...gatherAsks(model, route),
    ...route.lists.map((name) => askedTexts(name, 'Repeatable, or one comma list.')),
    ...own,
  ];
  const named = new Set(asks.map(({ name }) => name.toLowerCase()));
  return [...asks, ...conditionAsks(route).filter(({ name }) => !named.has(name.toLowerCase()))];
}

function findAsks(model: Model, route: RouteModel, prints: boolean): Asks {
  const several = route.requests
    ? [
        {
          name: 'requests',
          schema: { type: 'string' },
          description: 'Several pages at once: a JSON list of objects with the members of one.',
        },
      ]
    : [];
  return [
    ...listAsks(model, route.pageSize),
    {
      name: '$export',
      schema: { enum: ['xlsx', 'csv', ...(prints ? ['pdf'] : [])] },
      description: 'All that is found, as a file instead of a page.',
    },
    ...(prints ? printAsks : []),
    askedTexts(
      'exportColumns',
      'Dotted paths of the columns of that file, in their order. Absent: all plain fields.',
    ),
    askedTexts('exportTitles', 'The n-th heads the n-th column.'),
    {
      ...askedTexts('$fields', 'Dotted paths of the members that the items carry. Absent: all.'),
      explode: false,
    },
    ...several,
  ];
}

function includeAsks({ include }: RouteModel): Asks {
  if (include.length === 0) return [];
  const description = 'The lists the answer carries. Absent: all; empty: none.';
  // The code that reads each looks it up, and its error lists the known names.
  return [
    {
      ...{ name: 'include', description, explode: false, isJudged: true },
      schema: { type: 'array', items: { enum: include.map(({ name }) => name) } },
    },
  ];
}

/** The parameters of a list whose rows come from other records. */
function gatherAsks(model: Model, { entity, list }: RouteModel): Asks {
  const rules = model.entities.get(entity)?.rules.gathers ?? [];
  if (!list || !rules.some(({ field }) => field === list)) return [];
  const description =
    'true: with the rows that may be added, under an empty id, and without those that are gone.';
  return [askedFlag('gather', description)];
}

/** The parameters that the call's condition reads. */
function conditionAsks({ where, path, lengths }: RouteModel): Asks {
  const bound = new Set([...path.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => name));
  const read = (where?.reads ?? []).flatMap(({ from, path: [name] }) =>
    from === 'query' && name !== undefined && name !== 'body' && !bound.has(name) ? [name] : [],
  );
  return [...new Set([...read, ...Object.keys(lengths).filter((name) => !bound.has(name))])].map((name) =>
    askedText(name, 'What the condition of the list is about.'),
  );
}
