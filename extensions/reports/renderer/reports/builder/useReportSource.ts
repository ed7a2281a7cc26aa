import { useQuery } from '@tanstack/react-query';
import { type FieldKind, kinds, pathLabels } from '#engine';
import { type Option, useApi, useLocale, useMessage, useModel } from '#renderer';
import { useFields } from '../../building/useFields.ts';
import { type BuiltFilter, filterFor, isAskable } from './definition.ts';

export type ReportField = Option & {
  readonly isNumber: boolean;
  readonly kind: FieldKind;
  readonly lookup?: string | undefined;
};

/** Columns and filters available for a report over an entity or a declared query. */
type ReportSource = {
  /** Filters are parameters of the query, with names of their own. */
  readonly isQuery: boolean;
  readonly columns: readonly ReportField[];
  readonly filters: readonly (Option & { readonly filter: BuiltFilter })[];
  /** The title of a column, however it is written; its path if it no longer exists. */
  readonly titleOf: (path: string) => string;
};

type ListedQuery = {
  readonly Id: string;
  readonly Name: string;
  readonly Columns: readonly { readonly Name: string; readonly Title: string; readonly Kind: FieldKind }[];
  readonly Parameters: readonly {
    readonly Name: string;
    readonly Title: string;
    readonly IsRequired: boolean;
    readonly Operator: string;
    readonly Kind: FieldKind;
    readonly List: string | null;
  }[];
};

/** Declared queries that the person may use. */
export function useQueries(): readonly ListedQuery[] {
  const api = useApi();
  const language = useLocale();
  const { data } = useQuery({
    queryKey: ['list', 'report', 'queries', language],
    queryFn: ({ signal }) =>
      api.get<{ readonly Items: readonly ListedQuery[] }>('/report/queries', { signal }),
  });
  return data?.Items ?? [];
}

export function useReportSource(dataSet: string): ReportSource {
  const model = useModel();
  const say = useMessage();
  const fields = useFields(dataSet);
  const query = useQueries().find(({ Id }) => Id === dataSet);
  const items = (list: string) => model.lookups.get(list)?.items.length;
  if (query && !model.entities.has(dataSet)) return sourceOf(query, items);
  const entity = model.entities.get(dataSet);
  return {
    isQuery: false,
    titleOf: (path) =>
      fields.find(({ id }) => id === path)?.label ??
      (entity && pathLabels(model.entities, entity, path))?.map((label) => say(label)).join(' › ') ??
      path,
    columns: fields.map(({ field, ...option }) => ({
      ...option,
      isNumber: kinds[field.kind].query.isSummed && !field.lookup,
      kind: field.kind,
      lookup: field.lookup,
    })),
    filters: fields.flatMap(({ id, label, field }) =>
      isAskable(field) ? [{ id, label, filter: filterFor({ path: id, items }, field) }] : [],
    ),
  };
}

export function sourceOf(
  { Columns, Parameters }: ListedQuery,
  items: (list: string) => number | undefined,
): ReportSource {
  return {
    isQuery: true,
    titleOf: (name) => Columns.find(({ Name }) => Name === name)?.Title ?? name,
    columns: Columns.map(({ Name, Title, Kind }) => ({
      id: Name,
      label: Title,
      isNumber: kinds[Kind].query.isSummed,
      kind: Kind,
    })),
    filters: Parameters.map(({ Name, Title, Operator, Kind, List, IsRequired }) => {
      const filter = filterFor({ path: Name, items }, { kind: Kind, lookup: List ?? undefined });
      // A single choice unless the query accepts several; a required date has its own control.
      const control = List && Operator !== 'in' ? { ReportFilterTypeId: 5 } : {};
      const day = filter.ReportFilterTypeId === 7 && IsRequired ? { ReportFilterTypeId: 8 } : {};
      return { id: Name, label: Title, filter: { ...filter, ...control, ...day, Operator: known(Operator) } };
    }),
  };
}

/** Comparisons that reports know; the query always compares as declared. */
const known = (operator: string): string =>
  ['in', 'contains', 'ge', 'le'].includes(operator) ? operator : 'eq';
