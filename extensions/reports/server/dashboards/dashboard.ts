// Custom code: panels run queries and reports as the caller, and the home dashboard depends on roles.
import type { DataRecord } from '#engine';
import {
  anObject,
  answers,
  authorize,
  defineAction,
  listOf,
  loadAnswer,
  may,
  type OperationCall,
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
import { filtersWithValues, narrowingOf } from './narrowing.ts';
import { panelData } from './panelData.ts';

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
    return { ...dashboard, Filters: await filtersWithValues(call, dashboard, await sayingOf(call, zone)) };
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
        TotalItems: answers.count,
        Html: answers.text,
      },
      ...{ Label: place, Split: place, Value: place },
    },
    ['Title', 'Entities'],
  ),
  run: async (call, { plan, input, zone }) => {
    const saying = await sayingOf(call, zone);
    const session = call.runtime.store;
    if (input.Block && !input.Panel) {
      const { panel, narrowing } = chartBlock(call, input.Block, input.Chosen);
      return panelData({ call, saying, narrowing }, panel);
    }
    if (input.Panel) authorize({ kind: 'feature', anyOf: ['ReportManagementAdminFeature'] }, call.features);
    const dashboard = input.DashboardId
      ? await loadAnswer({ call, session }, plan, input.DashboardId)
      : { Filters: input.Panel ? input.Filters : [] };
    if (input.Panel) refuseWrongTypes(call, plan.entity, { Panels: [input.Panel], Filters: input.Filters });
    const panel = (input.Panel ??
      rowsOf((dashboard as DataRecord).Panels).find(({ Id }) => Id === input.PanelId)) as
      | DataRecord
      | undefined;
    if (!panel) throw refusals.noSuchRecord({ params: { entity: 'entity.dashboard', id: input.PanelId } });
    const filters = rowsOf((dashboard as DataRecord).Filters);
    const narrowing = narrowingOf(saying.model, filters, input.Chosen);
    return panelData({ call, saying, narrowing }, panel);
  },
});

async function sayingOf(call: OperationCall, zone: string): Promise<SheetSaying> {
  const people = await peopleNames(call, call.runtime.store);
  return { model: call.runtime.model, locale: call.locale, zone, people };
}
