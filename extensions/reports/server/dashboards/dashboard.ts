// Custom code: panels run queries and reports as the caller, and the home dashboard depends on roles.
import type { DataRecord } from '#engine';
import {
  anId,
  anObject,
  answers,
  authorize,
  defineAction,
  flag,
  listOf,
  loadAnswer,
  may,
  number,
  type OperationCall,
  open,
  peopleNames,
  refusals,
  refuseWrongTypes,
  type Schema,
  type SheetSaying,
  sent,
  text,
  valuesByName,
} from '#server/extension';
import { rowsOf } from '../reportRecords.ts';
import { rows, some } from '../shapes.ts';
import { chartBlock } from './chartBlock.ts';
import { chosenFilters, filtersWithValues, narrowingOf } from './narrowing.ts';
import { panelData } from './panelData.ts';
import { panelRecords } from './panelRecords.ts';
import { panelTitle } from './panelTitle.ts';

const dashboard = some(
  {
    ...{
      Id: { type: ['string', 'null'], format: 'uuid' },
      Name: answers.maybeText,
      Description: answers.maybeText,
    },
    ...{ HomeOf: answers.list(answers.text), Filters: rows, Panels: rows, Revision: answers.count },
  },
  ['Id', 'Name', 'Filters', 'Panels'],
);
/** Index of a column. */
const place: Schema = { type: ['integer', 'null'] };

/** `GET /report/dashboards/{id}`: panels and shared filters; each panel's data is requested separately. */
export const readDashboard = defineAction({
  body: 'none',
  answer: dashboard,
  run: async (call, { plan, id = '', zone }) => {
    const dashboard = await loadAnswer({ call, session: call.runtime.store }, plan, id);
    const saying = await sayingOf(call, zone);
    const Panels = rowsOf(dashboard.Panels).map((panel) => {
      const { ReportConfiguration } = panel as { readonly ReportConfiguration?: DataRecord };
      const Heading = panelTitle(panel, saying, ReportConfiguration?.ReportConfigurationName);
      return { ...panel, Heading };
    });
    return { ...dashboard, Panels, Filters: await filtersWithValues(call, dashboard, saying) };
  },
});

/** `GET /report/dashboards/home`: the home page of one of the caller's roles, the first by name. */
export const homeDashboard = defineAction({
  body: 'none',
  answer: dashboard,
  run: async (call, { plan, zone }) => {
    const { store } = call.runtime;
    const { items } = await store.find({ entity: 'dashboard', sort: [{ path: 'Name', direction: 'asc' }] });
    const roles = new Set(call.user.Roles);
    const own = items.find(
      ({ HomeOf }) => Array.isArray(HomeOf) && HomeOf.some((role) => roles.has(String(role))),
    );
    if (!own) return { Id: null, Name: null, Panels: [], Filters: [] };
    const dashboard = await loadAnswer({ call, session: store }, plan, String(own.Id));
    return { ...dashboard, Filters: await filtersWithValues(call, dashboard, await sayingOf(call, zone)) };
  },
});

/** `POST /report/panel`: the data of one panel: of a dashboard, of a screen, or as it is being designed. */
export const readPanel = defineAction({
  body: sent({
    DashboardId: may(text),
    PanelId: may(text),
    Panel: may(anObject),
    Block: may(text),
    Filters: may(listOf(anObject)),
    Chosen: may(valuesByName),
  }),
  answer: some(
    {
      ...{
        Title: answers.text,
        Entities: answers.list(answers.text),
        Unnarrowed: answers.list(answers.text),
        Closed: answers.flag,
        Reason: answers.text,
        Problem: answers.text,
        IsPartial: answers.flag,
        Warnings: answers.list(answers.text),
      },
      ...{
        Columns: rows,
        Rows: answers.list(answers.list({})),
        Keys: answers.list(answers.text),
        SplitKeys: answers.list(answers.text),
        HasOthers: answers.flag,
        IsOpen: answers.flag,
        TotalItems: answers.count,
        Html: answers.text,
      },
      ...{ Label: place, Split: place, Value: place },
    },
    ['Title', 'Entities'],
  ),
  run: async (call, { plan, input, zone }) => {
    if (input.Panel) authorize({ kind: 'feature', anyOf: ['ReportManagementAdminFeature'] }, call.features);
    if (input.Panel) refuseWrongTypes(call, plan.entity, { Panels: [input.Panel], Filters: input.Filters });
    const saying = await sayingOf(call, zone);
    const session = call.runtime.store;
    if (input.Block && !input.Panel) {
      const { panel, narrowing } = chartBlock(call, input.Block, input.Chosen);
      return panelData({ call, saying, narrowing }, panel);
    }
    const stored = input.DashboardId
      ? await loadAnswer({ call, session }, plan, input.DashboardId)
      : { Filters: input.Panel ? input.Filters : [] };
    const panel = input.Panel ?? panelOf(stored, input.PanelId);
    const narrowing = narrowingOf(saying.model, rowsOf((stored as DataRecord).Filters), input.Chosen);
    return panelData({ call, saying, narrowing }, panel);
  },
});

/** `POST /report/panel/records`: the records behind a figure, or behind one group of a chart. */
export const readPanelRecords = defineAction({
  body: sent({
    DashboardId: anId,
    PanelId: text,
    Chosen: may(valuesByName),
    Group: may(open({ Label: may(text), Split: may(text), IsOthers: may(flag) })),
    Page: may(number),
    PageSize: may(number),
  }),
  answer: some(
    {
      ...{
        Title: answers.text,
        Entities: answers.list(answers.text),
        Closed: answers.flag,
        Reason: answers.text,
        Problem: answers.text,
        IsPartial: answers.flag,
        Warnings: answers.list(answers.text),
      },
      ...{ Dashboard: answers.text, Group: rows, Filters: rows, Columns: rows },
      ...{ Rows: answers.list(answers.list({})), Pages: answers.list(answers.maybeText) },
      TotalItems: answers.count,
    },
    ['Title', 'Dashboard', 'Filters'],
  ),
  run: async (call, { plan, input, zone }) => {
    const saying = await sayingOf(call, zone);
    const stored = await loadAnswer({ call, session: call.runtime.store }, plan, input.DashboardId);
    const panel = panelOf(stored, input.PanelId);
    const filters = rowsOf(stored.Filters);
    const narrowing = narrowingOf(saying.model, filters, input.Chosen);
    const size = within(input.PageSize ?? 50, mostRecords);
    const page = { number: within(input.Page ?? 1, mostPages), size };
    const found = await panelRecords({ call, saying, narrowing }, panel, { group: input.Group ?? {}, page });
    const Filters = await chosenFilters(call, filters, { narrowing, saying });
    return { Dashboard: String(stored.Name ?? ''), Filters, ...found };
  },
});

/** Records on a page, and pages. */
const [mostRecords, mostPages] = [100, 1_000_000];

const within = (value: number, most: number): number => Math.min(most, Math.max(1, Math.trunc(value)));

function panelOf(dashboard: DataRecord, id: unknown): DataRecord {
  const panel = rowsOf(dashboard.Panels).find(({ Id }) => Id === id);
  if (!panel) throw refusals.noSuchRecord({ params: { entity: 'entity.dashboard', id } });
  return panel;
}

async function sayingOf(call: OperationCall, zone: string): Promise<SheetSaying> {
  const people = await peopleNames(call, call.runtime.store);
  return { model: call.runtime.model, locale: call.locale, zone, people };
}
