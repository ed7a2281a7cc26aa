/** What the calls of reports answer and take. */
import {
  all,
  count,
  flag,
  id,
  list,
  maybeText,
  objectOf,
  pageOfItems,
  ref,
  type Schema,
  text,
} from '../../http/fieldSchemas.ts';
import {
  chosenBody,
  definitionBody,
  favouriteBody,
  flavourBody,
  listValuesBody,
  panelBody,
  queryBody,
  record,
  shareBody,
} from '../actionBodies.ts';

const rows: Schema = list({ type: 'object', additionalProperties: true, minProperties: 0 });
const some = (members: Readonly<Record<string, Schema>>, required: readonly string[]): Schema =>
  objectOf(Object.entries(members), required);

const result = all({ IsSuccess: flag, Message: list(text) });
const marked = all({ IsFavourite: flag });
const configuration = some(
  {
    ...{ Id: id, ReportConfigurationName: text, Description: maybeText, IsDefault: flag, IsStandalone: flag },
    ...{ ReportPath: maybeText, ReportFormats: rows, DeliveryExtensions: rows, Schedules: rows },
    ...{ Recurrences: rows, Subscriptions: rows, ReportConfigurationColumns: rows },
    ...{ ReportConfigurationFilters: rows, ReportConfigurationColumnSortOrders: rows },
    ...{ ReportConfigurationUserRoles: rows, ExecutionResult: result, Flavours: rows },
    ...{ TimeAccessed: count, LastAccessed: maybeText, CurrentReportUser: marked, Revision: count },
  },
  ['Id', 'ReportConfigurationName', 'ExecutionResult'],
);
const definition = some(
  {
    ...{
      Id: id,
      Name: text,
      Description: maybeText,
      ReportPath: maybeText,
      DataSet: text,
      IsStandalone: flag,
    },
    ...{ Parameters: rows, ReportColumns: rows, Columns: rows, ExecutionResult: result, Message: text },
  },
  [],
);
const schedule = some(
  {
    ...{ Id: id, ScheduleId: id, Name: text, StartDateTime: maybeText, EffectiveStartDate: maybeText },
    ...{ RecurrenceId: { type: 'integer' }, ReportConfigurationId: maybeText, TimeZone: maybeText },
  },
  [],
);

const dashboard = some(
  {
    ...{ Id: { type: ['string', 'null'], format: 'uuid' }, Name: maybeText, Description: maybeText },
    ...{ HomeOf: list(text), Filters: rows, Panels: rows, Revision: count },
  },
  ['Id', 'Name', 'Filters', 'Panels'],
);
const viewed = some(
  {
    ...{ Html: text, TotalPages: count, CurrentPage: count, TotalItems: count, IsFound: flag },
    ExecutionResult: result,
  },
  ['Html', 'TotalPages', 'CurrentPage', 'TotalItems', 'ExecutionResult'],
);
/** Of a column among the columns. */
const place: Schema = { type: ['integer', 'null'] };

/** One that is stored. */
const known = (schema: Schema): Schema => ({ ...schema, required: ['Id', 'Name'] });

export const reportSchemas = {
  'reports.queries': {
    answer: pageOfItems(all({ Id: text, Name: text, Columns: rows, Parameters: rows })),
    body: 'none',
  },
  'reports.query': {
    answer: all({
      ...{ Name: text, Columns: rows, Rows: list(list({})) },
      ...{ Totals: { type: ['array', 'null'] }, TotalItems: count },
    }),
    body: queryBody,
  },
  'reports.people': {
    answer: pageOfItems(all({ Id: id, UserName: text, DisplayName: text, FirstName: text, LastName: text })),
    body: 'none',
  },
  'reports.configuration': { answer: configuration, body: 'none' },
  'reports.create-flavour': { answer: all({ Id: id, ExecutionResult: result }), body: flavourBody },
  'reports.save-flavour': { answer: configuration, body: flavourBody },
  'reports.favourite': {
    answer: all({ Id: id, CurrentReportUser: marked }),
    body: favouriteBody,
  },
  'reports.share': {
    answer: all({ Id: id, ReportConfigurationUserRoles: rows, ExecutionResult: result }),
    body: shareBody,
  },
  'reports.view': { answer: viewed, body: chosenBody },
  'reports.preview': { answer: viewed, body: definitionBody },
  'reports.file': { answer: text, body: chosenBody },
  'reports.rewards-statement': { answer: text, body: chosenBody },
  'reports.dap-statement': { answer: text, body: chosenBody },
  'reports.list-values': {
    answer: pageOfItems(all({ Key: text, Value: text })),
    body: listValuesBody,
  },
  'reports.read-definition': {
    answer: some(
      {
        ...{ DataSet: text, DefinitionFileId: id, IsStandalone: flag, Parameters: rows, Columns: rows },
        ...{ LovSps: list(text), Controls: rows, Unsupported: rows },
      },
      ['Parameters', 'Columns', 'LovSps', 'Controls', 'IsStandalone'],
    ),
    body: record('update'),
  },
  'reports.save-definition': { answer: known(definition), body: definitionBody },
  'reports.create-schedule': { answer: known(schedule), body: record('create') },
  'reports.save-schedule': { answer: known(schedule), body: record('update') },
  'reports.create-subscription': { answer: ref('report-subscription'), body: record('create') },
  'reports.save-subscription': { answer: ref('report-subscription'), body: record('update') },
  'reports.next-runs': { answer: all({ Items: list(text) }), body: 'none' },
  'reports.dashboard': { answer: dashboard, body: 'none' },
  'reports.home': { answer: dashboard, body: 'none' },
  'reports.panel': {
    answer: some(
      {
        ...{ Title: text, Entities: list(text), Unnarrowed: list(text), Closed: flag, Problem: text },
        ...{ Columns: rows, Rows: list(list({})), Keys: list(text), TotalItems: count, Html: text },
        ...{ Label: place, Split: place, Value: place },
      },
      ['Title', 'Entities'],
    ),
    body: panelBody,
  },
} as const;
