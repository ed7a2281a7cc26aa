// Custom code: the records offered depend on the choices in other filters.
import { type DataRecord, formatMessage } from '#engine';
import {
  allOf,
  among,
  answers,
  authorize,
  defineAction,
  isReadablePath,
  may,
  type OperationCall,
  refusals,
  reportAccess,
  sent,
  text,
  usualOrder,
  wholeNumber,
} from '#server/extension';
import { sayingOf } from './layoutRun.ts';
import { ownLayout } from './ownLayout.ts';
import { parameterValues } from './parameterValues.ts';
import { dataOf, everything, type From, issueAt, keyOf, loadReport, selectionOf } from './reportRecords.ts';
import { selections } from './shapes.ts';

export type Listed = {
  readonly Items: readonly { readonly Key: string; readonly Value: string }[];
  readonly TotalItems: number;
};

/** Items of a long list per request. */
const pageSize = 500;

/** `POST /report/filterparameters`: the values of a list, limited by the choices in other filters. */
export const listReportValues = defineAction({
  body: sent({
    StoredProcedure: text,
    Report: may(text),
    Parameter: may(text),
    Filters: may(selections),
    Page: may(wholeNumber),
  }),
  answer: answers.pageOfItems(answers.all({ Key: answers.text, Value: answers.text })),
  run: async (call, { input }) => {
    const { StoredProcedure, Report, Parameter, Filters, Page } = input;
    if (Report && Parameter)
      return ownValues({ call, session: call.runtime.store }, Report, {
        name: Parameter,
        filters: Filters ?? {},
      });
    return listValues(call, StoredProcedure, { filters: Filters ?? {}, page: Math.max(1, Page ?? 1) });
  },
});

type Asked = { readonly filters?: DataRecord; readonly page?: number };

/** Items of a lookup, or the records of an entity that the caller may see. */
export async function listValues(call: OperationCall, name: string, asked: Asked = {}): Promise<Listed> {
  const { model, store } = call.runtime;
  const lookup = model.lookups.get(name);
  if (lookup) {
    const Items = lookup.items.map((item) => ({
      Key: String(item.Id),
      Value: formatMessage(model, call.locale, `lookup.${name}.${item.Name}`),
    }));
    return { Items, TotalItems: Items.length };
  }
  const plan = dataOf(call, name);
  if (!plan)
    throw refusals.invalid({ issues: [issueAt('/StoredProcedure', 'report.list.unknown', { name })] });
  const { entity } = plan;
  authorize(reportAccess(entity), call.features);
  if (!isReadablePath(call, name, entity.labelField))
    throw refusals.hiddenField({ params: { field: entity.labelField } });
  const filter = allOf(Object.entries(asked.filters ?? {}).map((each) => narrowing(each, { name, call })));
  const { items, total } = await store.find({
    entity: name,
    filter,
    sort: usualOrder(entity),
    page: { number: asked.page ?? 1, size: pageSize },
    total: true,
  });
  const Items = items.map((item) => ({ Key: String(item.Id), Value: String(item[entity.labelField] ?? '') }));
  return { Items, TotalItems: total };
}

/** A filter limits a list by the field or reference of the same name. */
function narrowing(
  [parameter, chosen]: readonly [string, unknown],
  { name, call }: { readonly name: string; readonly call: OperationCall },
) {
  const keys = selectionOf(chosen).flatMap((one) => keyOf(one) ?? []);
  const field = [parameter, `${parameter}Id`].flatMap(
    (one) => dataOf(call, name)?.entity.fieldByPath.get(one) ?? [],
  )[0];
  if (!field)
    throw refusals.invalid({ issues: [issueAt('/Filters', 'report.filter.unknown', { name: parameter })] });
  if (!isReadablePath(call, name, field.path)) throw refusals.hiddenField({ params: { field: parameter } });
  if (keys.includes(everything) || keys.length === 0) return undefined;
  return among(field.path, field.lookup ? keys.map(Number) : keys);
}

/** Choices of a parameter of a definition, with what is chosen in those before it. */
async function ownValues(
  from: From,
  id: string,
  { name, filters = {} }: { readonly name: string; readonly filters?: DataRecord | undefined },
): Promise<Listed> {
  const { call } = from;
  const records = await loadReport(from, id);
  const layout = await ownLayout(call, records.report);
  if (!layout?.parameters.some((one) => one.name === name))
    throw refusals.invalid({ issues: [issueAt('/Parameter', 'report.filter.unknown', { name })] });
  const { zone, locale, runtime } = call;
  const sheet = { model: runtime.model, locale, zone, people: new Map() };
  const title = String(records.configuration.ReportConfigurationName);
  const saying = sayingOf(call, { title, zone });
  const asked = { records, layout, chosen: { Filters: filters }, saying, sheet };
  const choices = (await parameterValues(call, asked)).own.get(name)?.choices ?? [];
  const Items = choices.map(({ value, label }) => ({ Key: String(value), Value: label }));
  return { Items, TotalItems: Items.length };
}
