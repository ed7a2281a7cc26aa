import type { WhereGroup } from '#engine';

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
