/** What the named actions take, beside the records that some of them are sent. */
import {
  anId,
  anObject,
  anything,
  flag,
  listOf,
  may,
  number,
  open,
  revision,
  sent,
  type TSchema,
  Type,
  text,
  wholeNumber,
} from '../http/sent.ts';

/** A record of the entity of the route, with members beside it that are not of the record. */
export type RecordBody = {
  readonly kind: 'record';
  readonly writing: 'create' | 'update';
  readonly more: Readonly<Record<string, TSchema>>;
};

export const record = (writing: RecordBody['writing'], more: RecordBody['more'] = {}): RecordBody => ({
  kind: 'record',
  writing,
  more,
});

/** Of an answer that is sent back whole: taken, and not written. */
const sentBack = Type.Optional(
  Type.Unsafe<unknown>({ description: 'May be sent back as it was read; it changes nothing.' }),
);
const answered = (...names: readonly string[]): Record<string, typeof sentBack> =>
  Object.fromEntries(names.map((name) => [name, sentBack]));

type Scalar = string | number | boolean | null;
const scalar = { type: ['string', 'number', 'boolean', 'null'] };
/** Values by names that a person gave, each one or a list. */
const valuesByName = Type.Unsafe<Readonly<Record<string, Scalar | readonly Scalar[]>>>({
  type: 'object',
  additionalProperties: { anyOf: [scalar, { type: 'array', items: scalar }] },
});
/** The same of a report, whose selections may be items as they were listed. */
const selected = {
  anyOf: [scalar, { type: 'object', properties: { Key: scalar, Id: scalar, ExtId: scalar } }],
};
const selections = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: { anyOf: [...selected.anyOf, { type: 'array', items: selected }] },
});

const stamps = answered('CreatedDate', 'CreatedBy', 'ModifiedBy', 'ModifiedDate', 'Release');

const rates = {
  Filters: may(valuesByName),
  Minimum: may(number),
  Maximum: may(number),
  Page: may(wholeNumber),
  PageSize: may(wholeNumber),
};

/** Ids of products of dealers. */
export const productIdsBody = listOf(anId, { maxItems: 1000 });

export const locateBody = sent({
  AddressLine1: may(text),
  City: may(text),
  ProvinceId: may(Type.Union([text, number])),
  PostalCode: may(text),
});
export const numberBody = sent({ Number: may(text) });
export const mappingsBody = sent({
  Items: may(
    listOf(
      sent({
        Field: may(text),
        Expression: may(text),
        Sample: may(text),
        ...answered('Id', 'Type', 'Title', 'IsMapped', 'IsInDocument'),
      }),
    ),
  ),
  Mappings: may(listOf(sent({ Field: may(text), Expression: may(text), Sample: may(text), Id: sentBack }))),
  Revision: revision,
  ...answered('Id', 'TotalItems'),
});
export const stampBody = sent({
  DocumentId: may(text),
  FileId: may(text),
  ProductId: may(text),
  Fields: may(valuesByName),
});
export const templatesBody = sent({
  Templates: may(listOf(sent({ ViewName: may(text), Html: may(text) }))),
  ExpandedViewTemplate: may(text),
  SummaryViewTemplate: may(text),
  IsAutomaticTemplate: may(flag),
  Revision: revision,
  ...answered('Id', 'ObjectId', 'BusinessEntityTypeId'),
});
export const lienholdersBody = sent({
  ProductLienholders: may(
    listOf(
      open({
        Id: may(text),
        LienholderId: may(text),
        LienholderGroupId: may(text),
        Include: may(flag),
        LienholderInclusionRuleId: may(wholeNumber),
        IsNew: may(flag),
        IsModified: may(flag),
        IsDeleted: may(flag),
      }),
      { maxItems: 1000 },
    ),
  ),
  IsLenderLessorEligible: may(flag),
  Revision: revision,
});
export const newUsedRuleBody = sent({
  ProductId: may(text),
  RuleId: may(text),
  NewUsedRuleId: may(text),
  Revision: revision,
});
export const calculateBody = sent({
  PlanId: may(text),
  Plan: may(text),
  Values: may(anObject),
  Formula: may(anObject),
});
export const loanPaymentBody = sent({
  ProductId: text,
  LoanPaymentAmount: may(number),
  SourceName: may(text),
});
export const pageBody = sent({
  page: may(wholeNumber),
  pageSize: may(wholeNumber),
  sortFields: may(listOf(text)),
  sortDirections: may(listOf(wholeNumber)),
});
export const productsBody = sent({ ProductIds: may(listOf(text)), ProductId: may(text) });
export const dateBody = sent({ Date: may(text) });
export const generateBody = sent({ includeWarnings: may(flag) });
export const importToProductBody = sent({
  RateCardId: may(text),
  Name: may(text),
  IncludeUnfit: may(flag),
});
export const ratesBody = sent({ ...rates, SortField: may(text), SortDirection: may(wholeNumber) });
export const compareBody = sent({ ...rates, With: may(text), Band: may(wholeNumber) });
export const whatIfBody = sent({ ...rates, Formula: may(anObject), Band: may(wholeNumber) });
export const pivotBody = sent({ ...rates, Rows: may(text), Columns: may(text) });

export const chosenBody = sent({
  Filters: may(selections),
  Columns: may(listOf(text)),
  SortOrders: may(listOf(open({ Column: may(text), IsAscending: may(flag) }))),
  Toggled: may(listOf(text)),
  Sorted: may(anObject),
  Find: may(text),
});
export const listValuesBody = sent({
  StoredProcedure: text,
  Filters: may(selections),
  Page: may(wholeNumber),
});
export const queryBody = sent({
  Query: may(text),
  Definition: may(anObject),
  Parameters: may(valuesByName),
  Page: may(wholeNumber),
  PageSize: may(wholeNumber),
  Totals: may(flag),
});
export const panelBody = sent({
  DashboardId: may(text),
  PanelId: may(text),
  Panel: may(anObject),
  Filters: may(listOf(anObject)),
  Chosen: may(valuesByName),
});
export const favouriteBody = sent({ IsFavourite: may(flag) });
export const shareBody = sent({
  Id: text,
  ReportConfigurationUserRoles: listOf(open({ RoleId: may(text), UserId: may(text) })),
});

const named = may(open({ Id: may(text), IsSelected: may(flag) }));
/** A configuration as it was read, of which the choices are written. */
export const flavourBody = sent({
  Id: may(text),
  ReportConfigurationName: may(text),
  Description: may(text),
  Revision: revision,
  ModifiedDate: may(text),
  ReportConfigurationColumns: may(
    listOf(
      open({
        ReportColumnId: may(text),
        ReportColumn: named,
        SavedValue: may(anything),
        IsDefault: may(flag),
      }),
    ),
  ),
  ReportConfigurationFilters: may(
    listOf(open({ ReportFilterId: may(text), ReportFilter: named, SavedValue: may(anything) })),
  ),
  ReportConfigurationColumnSortOrders: may(listOf(open({ Column: may(text), IsAscending: may(flag) }))),
  ...answered('CreatedDate', 'CreatedBy', 'ModifiedBy', 'Release', 'ReportId', 'IsDefault', 'Owner'),
  ...answered(
    'IsStandalone',
    'ReportPath',
    'ReportFormats',
    'DeliveryExtensions',
    'Recurrences',
    'Schedules',
  ),
  ...answered('Subscriptions', 'ReportConfigurationUserRoles', 'ExecutionResult', 'Flavours', 'Report'),
  ...answered('TimeAccessed', 'LastAccessed', 'CurrentReportUser'),
});

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
/** A definition as it was read from a file or from what is stored. */
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
  Parameters: may(listOf(parameter)),
  ReportColumns: may(listOf(column)),
  Columns: may(listOf(column)),
  Revision: revision,
  ...stamps,
  ...answered('ReportId', 'ExecutionResult', 'Message', 'LovSps', 'Controls', 'Report', 'Unsupported'),
});

/** Beside the fields of a formula. */
export const ofFormula = {
  IsDraft: may(flag),
  ...answered('IsPricingFormulaValid', 'Problems', 'Warnings', 'Book'),
};
/** Beside the fields of a card. */
export const ofCard = { CopyOfId: may(anId) };
