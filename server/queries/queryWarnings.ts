/** Warnings for readers of a query: which records are left out, and which values are hidden. */
import { formatMessage, type QueryModel } from '#engine';
import type { OperationCall } from '../operations/OperationCall.ts';
import { partialWarnings } from '../operations/partlySeen.ts';
import { columnTitle } from './columnValues.ts';

type Read = {
  readonly query: QueryModel;
  readonly hidden: ReadonlySet<string>;
  readonly partly: readonly string[];
};

export function queryWarnings(call: OperationCall, { query, hidden, partly }: Read): readonly string[] {
  const {
    runtime: { model },
    locale,
  } = call;
  const titles = query.columns
    .filter(({ name }) => hidden.has(name))
    .map((column) => columnTitle(column, { model, locale }));
  if (titles.length === 0) return partialWarnings(call, partly);
  const columns = new Intl.ListFormat(locale, { type: 'conjunction' }).format(titles);
  return [
    ...partialWarnings(call, partly),
    formatMessage(model, locale, 'server.partial.hidden', { columns }),
  ];
}
