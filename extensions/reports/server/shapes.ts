/** Request and answer schemas shared by several calls. */
import {
  answered,
  answers,
  flag,
  listOf,
  may,
  number,
  open,
  revision,
  type Schema,
  scalar,
  sent,
  Type,
  text,
} from '#server/extension';

/** A value, or an item as listed. */
const selected = {
  anyOf: [scalar, { type: 'object', properties: { Key: scalar, Id: scalar, ExtId: scalar } }],
};
export const selections = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: { anyOf: [...selected.anyOf, { type: 'array', items: selected }] },
});
const stamps = answered('CreatedDate', 'CreatedBy', 'ModifiedBy', 'ModifiedDate', 'Release');
const column = open({
  Id: may(text),
  ReportColumnName: may(text),
  Label: may(text),
  OrdinalPosition: may(number),
});
const parameter = open({
  Id: may(text),
  ParameterName: may(text),
  Label: may(text),
  Path: may(text),
  ListOfValuesSp: may(text),
});
/** A definition as read from a file or the store. */
export const definitionBody = sent({
  Id: may(text),
  Name: may(text),
  Description: may(text),
  ReportPath: may(text),
  DataSet: may(text),
  DefinitionFileId: may(text),
  IsStandalone: may(flag),
  HasIndividualStatements: may(flag),
  ChartKind: may(text),
  ChartBy: may(text),
  ChartValue: may(text),
  IsTotalsOnly: may(flag),
  TopCount: may(number),
  CompareWith: may(text),
  ColumnsBy: may(text),
  Parameters: may(listOf(parameter)),
  ReportColumns: may(listOf(column)),
  Columns: may(listOf(column)),
  Revision: revision,
  ...stamps,
  ...answered(
    'ReportId',
    'ExecutionResult',
    'Message',
    'LovSps',
    'Controls',
    'Report',
    'Unsupported',
    'Proposed',
  ),
});
export const rows: Schema = answers.list({ type: 'object', additionalProperties: true, minProperties: 0 });
export const some = (members: Readonly<Record<string, Schema>>, required: readonly string[]): Schema =>
  answers.objectOf(Object.entries(members), required);
export const result = answers.all({ IsSuccess: answers.flag, Message: answers.list(answers.text) });
export const marked = answers.all({ IsFavourite: answers.flag });
const configurationMembers = {
  ...{
    Id: answers.id,
    ReportConfigurationName: answers.text,
    Description: answers.maybeText,
    IsDefault: answers.flag,
    IsStandalone: answers.flag,
  },
  ...{ ReportPath: answers.maybeText, ReportFormats: rows, DeliveryExtensions: rows, Schedules: rows },
  ...{ Recurrences: rows, Subscriptions: rows, ReportConfigurationColumns: rows },
  ...{ ReportConfigurationFilters: rows, ReportConfigurationColumnSortOrders: rows },
  ...{ ReportConfigurationUserRoles: rows, ExecutionResult: result, Flavours: rows, Figures: rows },
  ...{
    TimeAccessed: answers.count,
    LastAccessed: answers.maybeText,
    CurrentReportUser: marked,
    Revision: answers.count,
  },
};
export const configuration = some(configurationMembers, ['Id', 'ReportConfigurationName', 'ExecutionResult']);
/** What a client that sends a configuration back as it was read may send besides its choices. */
export const readConfiguration = answered(
  ...Object.keys(configurationMembers),
  ...['CreatedDate', 'CreatedBy', 'ModifiedBy', 'Release', 'ReportId', 'Owner', 'Report'],
);
export const viewed = some(
  {
    ...{
      Html: answers.text,
      TotalPages: answers.count,
      CurrentPage: answers.count,
      TotalItems: answers.count,
      IsFound: answers.flag,
      Warnings: answers.list(answers.text),
      IsPartial: answers.flag,
      DocumentMap: rows,
    },
    ExecutionResult: result,
  },
  ['Html', 'TotalPages', 'CurrentPage', 'TotalItems', 'ExecutionResult'],
);
/** One that is stored. */
export const known = (schema: Schema): Schema => ({ ...schema, required: ['Id', 'Name'] });
