// Custom code: a flavour is sent as a whole configuration, of which only the choices are stored.
import type { DataRecord } from '#engine';
import {
  answers,
  anything,
  createWithin,
  defineAction,
  flag,
  inTransaction,
  listOf,
  may,
  open,
  refusals,
  revision,
  sent,
  text,
  updateWithin,
} from '#server/extension';
import { configurationAnswer } from './configuration.ts';
import { issueAt, loadReport, rowsOf } from './reportRecords.ts';
import { configuration, marked, readConfiguration, result, rows } from './shapes.ts';

const named = may(open({ Id: may(text), IsSelected: may(flag) }));
/** A configuration as it was read, of which the choices are written. */
const flavourBody = sent({
  ...readConfiguration,
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
});

/** `POST /report/flavour`: from any configuration that the caller sees. */
export const createFlavour = defineAction({
  body: flavourBody,
  answer: answers.all({ Id: answers.id, ExecutionResult: result }),
  run: async (call, { plan, input }) => {
    const created = await inTransaction(call, async (scope) => {
      const { configuration: source } = await loadReport(scope, input.Id);
      return createWithin(scope, plan, { ...choicesOf(input), ReportId: source.ReportId });
    });
    return { Id: created.Id, ExecutionResult: { IsSuccess: true, Message: [] } };
  },
});

/** `PUT /report/flavour`: overwrites it. */
export const saveFlavour = defineAction({
  body: flavourBody,
  answer: configuration,
  run: async (call, { plan, input, revision }) => {
    await inTransaction(call, async (scope) => {
      const { configuration: stored } = await loadReport(scope, input.Id);
      // Views and favourites also change the record, but they are not conflicts.
      const isSame = input.ModifiedDate === stored.ModifiedDate;
      const seen = revision !== undefined && isSame ? Number(stored.Revision) : revision;
      await updateWithin(scope, plan, { id: String(stored.Id), input: choicesOf(input), revision: seen });
    });
    return configurationAnswer({ call, session: call.runtime.store }, input.Id);
  },
});

/** `POST /report/share`: replaces the roles and people it is shared with. */
export const shareFlavour = defineAction({
  body: sent({
    Id: text,
    ReportConfigurationUserRoles: listOf(open({ RoleId: may(text), UserId: may(text) })),
  }),
  answer: answers.all({ Id: answers.id, ReportConfigurationUserRoles: rows, ExecutionResult: result }),
  run: async (call, { plan, input }) => {
    const shares = rowsOf(input.ReportConfigurationUserRoles);
    const { roles } = call.runtime.model;
    const issues = shares.flatMap(({ RoleId, UserId }) => {
      if (Boolean(RoleId) === Boolean(UserId))
        return [issueAt('/ReportConfigurationUserRoles', 'report.share.one')];
      return RoleId && !roles.has(String(RoleId))
        ? [issueAt('/ReportConfigurationUserRoles', 'report.share.role', { name: RoleId })]
        : [];
    });
    if (issues.length > 0) throw refusals.invalid({ issues, entity: plan.entity.id });
    const ReportConfigurationUserRoles = shares.map(({ RoleId, UserId }) => ({
      RoleId: RoleId ?? null,
      UserId: UserId ?? null,
    }));
    await inTransaction(call, async (scope) => {
      const { Id } = (await loadReport(scope, input.Id)).configuration;
      await updateWithin(scope, plan, { id: String(Id), input: { ReportConfigurationUserRoles } });
    });
    return { Id: input.Id, ReportConfigurationUserRoles, ExecutionResult: { IsSuccess: true, Message: [] } };
  },
});

/** `POST /report/favourite/{id}`: sets the mark in the body, otherwise toggles it. */
export const markFavourite = defineAction({
  body: sent({ IsFavourite: may(flag) }),
  answer: answers.all({ Id: answers.id, CurrentReportUser: marked }),
  run: async (call, { id, input }) =>
    inTransaction(call, async (scope) => {
      const { Id, Favourites } = (await loadReport(scope, id)).configuration;
      const marked = Array.isArray(Favourites) ? (Favourites as readonly string[]) : [];
      const IsFavourite =
        typeof input.IsFavourite === 'boolean' ? input.IsFavourite : !marked.includes(call.user.Id);
      const others = marked.filter((one) => one !== call.user.Id);
      await scope.session.update('report-configuration', String(Id), {
        Favourites: IsFavourite ? [...others, call.user.Id] : others,
      });
      scope.changes.push({ entity: 'report-configuration', id: String(Id), operation: 'update' });
      return { Id, CurrentReportUser: { IsFavourite } };
    }),
});

/** Maximum length of stored selections. */
const longestSaved = 8192;

/** The person's own choices in everything sent back. */
function choicesOf({ ReportConfigurationName, Description, ...sent }: DataRecord): DataRecord {
  return {
    ReportConfigurationName,
    Description,
    ReportConfigurationColumns: rowsOf(sent.ReportConfigurationColumns)
      .filter(({ ReportColumn }) => (ReportColumn as DataRecord | undefined)?.IsSelected !== false)
      .map(({ ReportColumnId, ReportColumn, SavedValue, IsDefault }) => ({
        ReportColumnId: ReportColumnId ?? (ReportColumn as DataRecord | undefined)?.Id,
        SavedValue: SavedValue ?? null,
        IsDefault: IsDefault === true,
      })),
    ReportConfigurationFilters: rowsOf(sent.ReportConfigurationFilters).map(
      ({ ReportFilterId, ReportFilter, SavedValue }) => ({
        ReportFilterId: ReportFilterId ?? (ReportFilter as DataRecord | undefined)?.Id,
        SavedValue: typeof SavedValue === 'string' && SavedValue.length < longestSaved ? SavedValue : null,
      }),
    ),
    ReportConfigurationColumnSortOrders: rowsOf(sent.ReportConfigurationColumnSortOrders)
      .filter(({ Column }) => Boolean(Column))
      .map(({ Column, IsAscending }) => ({
        Column,
        ColumnSortingOrder: 1,
        IsAscending: IsAscending !== false,
      })),
  };
}
