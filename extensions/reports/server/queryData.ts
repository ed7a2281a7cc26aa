// Custom code: rows of a query are not records; they are grouped and have the query's columns.
import {
  checkShape,
  compileQuery,
  type DataRecord,
  formatMessage,
  type QueryModel,
  type QueryPlace,
  writeXlsx,
  xlsxType,
} from '#engine';
import {
  anObject,
  answers,
  askedText,
  authorize,
  columnTitle,
  defineAction,
  FileAnswer,
  flag,
  isAllowed,
  may,
  notedTable,
  type OperationCall,
  partialName,
  peopleNames,
  type QueryPage,
  type QueryParameters,
  queryColumn,
  queryNamed,
  queryPage,
  queryRows,
  queryTotals,
  queryWarnings,
  refusals,
  reportAccess,
  type SheetSaying,
  sent,
  text,
  valuesByName,
  wholeNumber,
} from '#server/extension';
import { issueAt } from './reportRecords.ts';
import { rows } from './shapes.ts';

/** `GET /report/queries`: declared queries the caller may use, with their columns and parameters. */
export const listQueries = defineAction({
  body: 'none',
  answer: answers.pageOfItems(
    answers.all({ Id: answers.text, Name: answers.text, Columns: rows, Parameters: rows }),
  ),
  run: async ({ runtime: { model }, features, locale }) => {
    const seen = [...model.queries.values()].filter(({ tables }) =>
      tables.every(({ entity, joined }) => {
        const found = model.entities.get(entity);
        return (
          (joined && !joined.isMany) || (found !== undefined && isAllowed(reportAccess(found), features))
        );
      }),
    );
    const Items = seen.map((query) => ({
      Id: query.id,
      Name: formatMessage(model, locale, query.title),
      Columns: query.columns.map((column) => ({
        ...{ Name: column.name, Title: columnTitle(column, { model, locale }), Kind: column.kind },
      })),
      Parameters: query.filters.flatMap(({ parameter, isRequired, operator, place }) =>
        parameter === undefined
          ? []
          : [
              {
                ...{ Name: parameter, IsRequired: isRequired, Operator: operator, ...kindOf(place) },
                Title: formatMessage(model, locale, place.field.label),
              },
            ],
      ),
    }));
    return { Items, TotalItems: Items.length };
  },
});

/** Its kind, and the lookup or entity that gives names to its ids. */
function kindOf({ field, lookupMember }: QueryPlace): DataRecord {
  const isNamed = lookupMember !== undefined && lookupMember !== 'Id';
  return { Kind: field.kind, List: isNamed ? null : (field.lookup ?? field.ref?.entity ?? null) };
}

/** `POST /report/query`: a page of a declared or built query; with `?format=EXCEL` all of it. */
export const queryData = defineAction({
  body: sent({
    Query: may(text),
    Definition: may(anObject),
    Parameters: may(valuesByName),
    Page: may(wholeNumber),
    PageSize: may(wholeNumber),
    Totals: may(flag),
  }),
  query: [askedText('format', 'EXCEL: all of it, as a file.')],
  answer: answers.all({
    ...{ Name: answers.text, Columns: rows, Rows: answers.list(answers.list({})) },
    ...{ Totals: { type: ['array', 'null'] }, TotalItems: answers.count },
    ...{ IsPartial: answers.flag, Warnings: answers.list(answers.text) },
  }),
  run: async (call, { input, query: { format }, zone }) => {
    const query =
      input.Definition === undefined ? queryNamed(call, input.Query) : builtQuery(call, input.Definition);
    const asked = { query, parameters: (input.Parameters ?? {}) as QueryParameters };
    const people = await peopleNames(call, call.runtime.store);
    const saying: SheetSaying = { model: call.runtime.model, locale: call.locale, zone, people };
    const columns = query.columns.map((column) => queryColumn(column, saying));
    const said = (row: readonly unknown[]) => row.map((value, at) => columns[at]?.cell(value) ?? null);
    const name = formatMessage(saying.model, saying.locale, query.title);
    if (String(format ?? '').toUpperCase() === 'EXCEL') {
      const found = queryRows(call, asked, { most: mostInSheet });
      const notes = queryWarnings(call, found);
      const table = notedTable({ name, columns, rows: mapped(found.rows, said) }, notes, saying);
      const file = `${partialName(query.id, notes, saying)}.xlsx`;
      return new FileAnswer(writeXlsx(table) as FileAnswer['content'], file, xlsxType, notes);
    }
    const [page, foot] = await Promise.all([
      queryPage(call, asked, pageOf(input)),
      input.Totals === true ? queryTotals(call, asked) : undefined,
    ]);
    return {
      Name: name,
      Columns: query.columns.map((column, at) => ({
        ...{ Name: column.name, Title: columns[at]?.title ?? column.name, Kind: column.kind },
        ...{ Aggregate: column.aggregate ?? null, IsHidden: page.hidden.has(column.name) },
      })),
      Rows: page.rows.map(said),
      Totals: foot ? said(foot) : null,
      TotalItems: page.total,
      IsPartial: page.partly.length > 0,
      Warnings: queryWarnings(call, page),
    };
  },
});

const mostInSheet = 1_000_000;
const mostOnPage = 1000;

function pageOf({ Page, PageSize }: DataRecord): QueryPage {
  const whole = (value: unknown, usual: number, most: number) =>
    Number.isSafeInteger(value) && Number(value) > 0 ? Math.min(Number(value), most) : usual;
  return { number: whole(Page, 1, 1_000_000), size: whole(PageSize, 50, mostOnPage) };
}

/** A query built by a report author; problems are reported by place. */
function builtQuery(call: OperationCall, definition: unknown): QueryModel {
  authorize({ kind: 'feature', anyOf: ['ReportManagementAdminFeature'] }, call.features);
  const json = { $id: 'built', ...(typeof definition === 'object' ? definition : {}) };
  const [wrong] = checkShape({ files: [{ file: 'schemas/reports/queries/built.json', json }] }).filter(
    ({ severity }) => severity === 'error',
  );
  const path = '/Definition';
  if (wrong)
    throw refusals.invalid({
      issues: [issueAt(`${path}${wrong.path}`, 'query.mistake.shape')],
      entity: 'report',
    });
  const { query, findings } = compileQuery(json as Parameters<typeof compileQuery>[0], call.runtime.model);
  if (query) return query;
  const issues = findings.map((each) =>
    issueAt(`${path}${each.path}`, `query.mistake.${each.code}`, each.params),
  );
  throw refusals.invalid({ issues, entity: 'report' });
}

async function* mapped<From, To>(
  rows: AsyncIterable<From>,
  to: (row: From) => To,
): AsyncGenerator<To, void, undefined> {
  for await (const row of rows) yield to(row);
}
