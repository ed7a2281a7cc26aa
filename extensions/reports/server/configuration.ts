// Custom code: a configuration includes the filters, columns, formats, schedules and flavours of its report.
import { type DataRecord, formatMessage } from '#engine';
import { parametersBefore, type ReportLayout } from '#extensions/reports/engine';
import { allOf, answersOf, defineAction, equals, type OperationCall } from '#server/extension';
import { sayingOf } from './layoutRun.ts';
import { listValues } from './listValues.ts';
import { ownLayout } from './ownLayout.ts';
import { needsValue, type OwnChoice, type OwnParameter } from './ownParameters.ts';
import { parameterValues } from './parameterValues.ts';
import { nameIn } from './reportColumn.ts';
import { individualStatements, rewardsFeature, statementReports } from './reportFilters.ts';
import { type From, inReadersLanguage, loadReport, type ReportRecords, rowsOf } from './reportRecords.ts';
import { configuration } from './shapes.ts';
import { figuresOf, type Reading, readingOf } from './subscribedFigure.ts';

/** `GET /report/{id}`. */
export const readConfiguration = defineAction({
  body: 'none',
  answer: configuration,
  run: async (call, { id }) => configurationAnswer({ call, session: call.runtime.store }, id),
});

export async function configurationAnswer(from: From, id: unknown): Promise<DataRecord> {
  const { call } = from;
  const records = await loadReport(from, id);
  const { configuration, report } = records;
  const mine = allOf([
    equals('ReportConfigurationId', configuration.Id),
    equals('Owner', call.user.UserName),
  ]);
  const { Favourites, ...own } = configuration;
  const reading = await readingOf(call, records);
  return {
    ...own,
    IsStandalone: report.IsStandalone === true,
    ReportPath: report.ReportPath ?? null,
    ReportFormats: lookupItems(call, 'report-format'),
    DeliveryExtensions: lookupItems(call, 'delivery-extension'),
    Recurrences: lookupItems(call, 'recurrence'),
    Schedules: await listed(from, 'report-schedule', mine),
    Subscriptions: await listed(from, 'report-subscription', mine),
    ReportConfigurationColumns: columns(call, records),
    Figures: figures(reading),
    ReportConfigurationFilters: await filters(call, records),
    ReportConfigurationColumnSortOrders: sortOrders(records),
    ExecutionResult: { IsSuccess: true, Message: [] },
    Flavours: await flavours(from, records),
    CurrentReportUser: { IsFavourite: Array.isArray(Favourites) && Favourites.includes(call.user.Id) },
  };
}

function lookupItems({ runtime: { model }, locale }: OperationCall, lookup: string): readonly DataRecord[] {
  return (model.lookups.get(lookup)?.items ?? []).map(({ Id, Name }) => ({
    ...{ Id, Name },
    DisplayName: formatMessage(model, locale, `lookup.${lookup}.${Name}`),
  }));
}

async function listed(
  { call, session }: From,
  entity: string,
  filter: ReturnType<typeof equals> | undefined,
) {
  const { items } = await session.find({ entity, filter });
  return answersOf({ call, session: call.runtime.store }, call.runtime.planOf(entity), items);
}

/** Every column of the report; those of the configuration are selected, otherwise the default ones. */
function columns(call: OperationCall, records: ReportRecords): readonly DataRecord[] {
  const { configuration, report } = records;
  const saved = new Map(
    rowsOf(configuration.ReportConfigurationColumns).map((row) => [row.ReportColumnId, row]),
  );
  return rowsOf(report.ReportColumns).map((column) => {
    const IsSelected = saved.size > 0 ? saved.has(column.Id) : column.IsDefault === true;
    const { ReportColumnName, OrdinalPosition, Id } = column;
    const Label = column.Label ?? labelOf(call, records, ReportColumnName);
    return {
      Id: saved.get(Id)?.Id ?? null,
      ReportColumnId: Id,
      SavedValue: saved.get(Id)?.SavedValue ?? null,
      IsDefault: column.IsDefault === true,
      ReportColumn: { Id, Label, ReportColumnName, OrdinalPosition, IsSelected },
    };
  });
}

/** The totals that a subscription may wait for, of the columns that have any. */
const figures = (reading: Reading): readonly DataRecord[] =>
  rowsOf(reading.records.report.ReportColumns).flatMap(({ ReportColumnName }) => {
    const Totals = figuresOf(reading, String(ReportColumnName));
    return Totals ? [{ Column: ReportColumnName, Totals }] : [];
  });

function labelOf(
  { runtime: { model }, locale }: OperationCall,
  records: ReportRecords,
  name: unknown,
): string {
  return nameIn(records, String(name ?? ''), { model, locale });
}

async function filters(call: OperationCall, records: ReportRecords): Promise<readonly DataRecord[]> {
  const parameters = rowsOf(records.report.Parameters);
  const saved = new Map(
    rowsOf(records.configuration.ReportConfigurationFilters).map((row) => [row.ReportFilterId, row]),
  );
  const { layout, own } = await ownOf(call, records);
  const rows: DataRecord[] = [];
  for (const parameter of parameters) {
    const { Id, ParameterName, ListOfValuesSp, ReportFilterTypeId, DefaultValue, Hidden } = parameter;
    const type = call.runtime.model.lookups
      .get('report-filter-type')
      ?.items.find((item) => item.Id === ReportFilterTypeId);
    rows.push({
      Id: saved.get(Id)?.Id ?? null,
      ReportConfigurationId: records.configuration.Id,
      ReportFilterId: Id,
      SavedValue: saved.get(Id)?.SavedValue ?? null,
      ReportFilter: {
        ...{ Id, ParameterName, ListOfValuesSp: ListOfValuesSp ?? null },
        DefaultValue: DefaultValue ?? defaultOf(own.get(String(ParameterName))),
        Label: parameter.Label ?? labelOf(call, records, parameter.Path || ParameterName),
        Hidden: Hidden === true,
        IsOptional: parameter.IsOptional === true,
        ReportFilterType: { Id: ReportFilterTypeId, ControlName: type?.Name ?? null },
        ParametersDto: ListOfValuesSp
          ? await values(call, records, parameter)
          : (own.get(String(ParameterName))?.choices ?? []).map(listedChoice),
        ...ownMembers(layout, parameter),
        CascadingDependencyFilters: parameters
          .filter(
            (other) =>
              other.ReportFilterFilteredBy === ParameterName ||
              isBefore(layout, String(ParameterName), String(other.ParameterName)),
          )
          .map((other) => other.ParameterName),
      },
    });
  }
  return rows;
}

/** The parameters of the definition file, as they are before the reader chooses. */
async function ownOf(call: OperationCall, records: ReportRecords) {
  const layout = await ownLayout(call, records.report);
  if (!layout || layout.parameters.length === 0) return { layout, own: new Map<string, OwnParameter>() };
  const title = String(records.configuration.ReportConfigurationName);
  const { zone } = call;
  const asked = {
    ...{ records, layout, chosen: {}, saying: sayingOf(call, { title, zone }) },
    sheet: { model: call.runtime.model, locale: call.locale, zone, people: new Map() },
  };
  return { layout, own: (await parameterValues(call, asked)).own };
}

const defaultOf = (own: OwnParameter | undefined): string | null =>
  own && own.defaults.length > 0 ? own.defaults.join(',') : null;

const listedChoice = ({ value, label }: OwnChoice): DataRecord => ({
  Key: String(value),
  Value: label,
});

const ownNamed = (layout: ReportLayout | undefined, name: unknown) =>
  layout?.parameters.find((one) => one.name === name);

/** What the screen needs to know of a parameter of the definition. */
function ownMembers(layout: ReportLayout | undefined, parameter: DataRecord): DataRecord {
  const own = ownNamed(layout, parameter.ParameterName);
  return own ? { NeedsValue: needsValue(own, parameter), IsSingle: !own.isMulti } : {};
}

function isBefore(layout: ReportLayout | undefined, name: string, other: string): boolean {
  const own = ownNamed(layout, other);
  return layout !== undefined && own !== undefined && parametersBefore(layout, own).includes(name);
}

async function values(call: OperationCall, { report }: ReportRecords, parameter: DataRecord) {
  const { Items } = await listValues(call, String(parameter.ListOfValuesSp));
  const isStatements =
    parameter.ParameterName === 'Dealer' &&
    statementReports.includes(String(report.Name)) &&
    call.features.has(rewardsFeature);
  const all = {
    Key: individualStatements,
    Value: formatMessage(call.runtime.model, call.locale, 'report.all-statements'),
  };
  return isStatements ? [all, ...Items] : Items;
}

function sortOrders({ configuration, report }: ReportRecords): readonly DataRecord[] {
  const saved = rowsOf(configuration.ReportConfigurationColumnSortOrders);
  if (saved.length > 0) return saved;
  return rowsOf(report.ReportColumns)
    .filter(({ SortOrder }) => SortOrder === '1' || SortOrder === '2')
    .sort((a, b) => String(a.SortOrder).localeCompare(String(b.SortOrder)))
    .map(({ ReportColumnName }) => ({ Column: ReportColumnName, ColumnSortingOrder: 1, IsAscending: true }));
}

/** The flavours of the same report that the caller sees. */
async function flavours(
  { call, session }: From,
  { configuration }: ReportRecords,
): Promise<readonly DataRecord[]> {
  const { items } = await session.find({
    entity: 'report-configuration',
    filter: equals('ReportId', configuration.ReportId),
    sort: [{ path: 'ReportConfigurationName', direction: 'asc' }],
  });
  const isSeen = ({ IsDefault, Owner, ReportConfigurationUserRoles }: DataRecord) =>
    IsDefault === true ||
    Owner === call.user.UserName ||
    rowsOf(ReportConfigurationUserRoles).some(
      ({ UserId, RoleId }) => UserId === call.user.Id || call.user.Roles.includes(String(RoleId)),
    );
  return items
    .filter(isSeen)
    .map((item) => inReadersLanguage(call, item))
    .map(({ Id, ReportConfigurationName, IsDefault }) => ({ Id, ReportConfigurationName, IsDefault }));
}
