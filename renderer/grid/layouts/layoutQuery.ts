import type { GroupPeriod, WhereGroup } from '#engine';

type Change = {
  readonly pageSize: number;
  readonly sort?: string;
  /** Holds besides the conditions of the list. */
  readonly where?: WhereGroup;
};

/** The query of the list, for the records of one part of a layout: without its page. */
export function layoutQuery(address: string, { pageSize, sort, where }: Change): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('page');
  parameters.set('pageSize', String(pageSize));
  if (sort) {
    parameters.delete('sortFields');
    parameters.delete('sortDirections');
    for (const field of [sort, 'Id']) {
      parameters.append('sortFields', field);
      parameters.append('sortDirections', '1');
    }
  }
  if (where) parameters.append('$where', JSON.stringify(where));
  return `${path}?${parameters}`;
}

type AskedGroups = {
  readonly by: string;
  readonly per?: GroupPeriod;
  readonly totals?: readonly string[];
  /** Holds besides the conditions of the list. */
  readonly where?: WhereGroup;
};

/** The query of the list, for its groups instead of its records. */
export function groupsQuery(address: string, { by, per, totals = [], where }: AskedGroups): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  for (const name of ['page', 'pageSize', 'sortFields', 'sortDirections', '$fields']) parameters.delete(name);
  parameters.set('$groups', by);
  if (per) parameters.set('$per', per);
  for (const total of totals) parameters.append('$totals', total);
  if (where) parameters.append('$where', JSON.stringify(where));
  return `${path}?${parameters}`;
}
