import {
  type DataRecord,
  type EntityModel,
  everyId,
  type FieldModel,
  type FieldView,
  formatMessage,
  type ItemModel,
  locales,
  matches,
  type OptionsRequest,
} from '#engine';
import { throughPath, valueAt } from '../data/queries.ts';
import { isInactive, labelOf } from '../fields/writers.ts';
import { afterPress } from '../parts/afterPress.ts';
import { fieldDescription, fieldIds } from '../parts/FieldShell.tsx';
import { labelOfTarget } from '../widgets/formatValue.ts';
import type { Choice, ChoicePage, NamedChoice, WidgetProps } from '../widgets/types.ts';
import type { FormTools } from './FormTools.ts';
import { inputIdOf } from './pointer.ts';

type RenderField = WidgetProps['renderField'];

/** Computes everything that a widget shows. */
export function widgetProps(options: {
  tools: FormTools;
  view: FieldView;
  item: ItemModel;
  how: 'field' | 'cell';
  renderField: RenderField;
}): WidgetProps {
  const { tools, view, item, how, renderField } = options;
  const { form, say, locale } = tools;
  const { field, path } = view;
  const inputId = inputIdOf(tools.idPrefix, path);
  return {
    view,
    label: say(field.label),
    inputId,
    labelledBy: how === 'field' ? fieldIds(inputId).label : undefined,
    describedBy: describedBy(inputId, how, helpOf(view)),
    isReadOnly: !view.editable || item.readOnly === true,
    isInvalid: view.issues.some((issue) => issue.level === 'error'),
    locale,
    message: say,
    options: item.widget ? { widget: item.widget, ...item.options } : item.options,
    choices: field.lookup ? offeredItems(tools, field.lookup, view) : undefined,
    findChoices: field.ref ? (search, page) => withAll(tools, view, { search, page }) : undefined,
    choicesAt: (at, text) => namedChoices(tools, form.view(at), text),
    findRecords: (source) => tools.findRecords(source, form.record()),
    checkRule: tools.checkRule,
    lookupChoices: (lookup) => lookupChoices(tools, lookup),
    entity: tools.model.entities.get(field.entity),
    model: tools.model,
    renderHtml: tools.renderHtml,
    confirm: tools.confirm,
    valueLabel: field.ref ? referenceLabel(tools, form.record(), view) : undefined,
    expansion: expansionOf(form.record(), view),
    files: tools.files,
    form,
    onChange: (value, option) => form.change(path, value, option),
    onTouch: () => afterPress(() => form.touch(path)),
    renderField,
  };
}

function describedBy(inputId: string, how: 'field' | 'cell', help: string | undefined): string {
  return how === 'cell' ? fieldIds(inputId).issues : fieldDescription(inputId, help);
}

/** Items of a lookup with translated labels. */
function lookupChoices({ model, say }: FormTools, lookup: string): readonly LookupChoice[] {
  const items = model.lookups.get(lookup)?.items ?? [];
  return items.map((item) => ({ value: item.Id, label: say(`lookup.${lookup}.${item.Name}`), record: item }));
}

type LookupChoice = Choice & { readonly record: DataRecord };

/** Items offered by the options rule, plus the chosen one, so that a refused item keeps its label. */
function offeredItems(tools: FormTools, lookup: string, { options, value }: FieldView): readonly Choice[] {
  const items = lookupChoices(tools, lookup);
  const isChosen = (item: LookupChoice) => [value].flat().includes(item.value);
  return options ? items.filter((item) => isChosen(item) || matches(options.filter, item.record)) : items;
}

/** Choices that pasted text may name, by label, code or label in another language. */
async function namedChoices(
  tools: FormTools,
  view: FieldView,
  text: string,
): Promise<readonly NamedChoice[]> {
  const { model } = tools;
  const { lookup, ref } = view.field;
  if (lookup !== undefined)
    return offeredItems(tools, lookup, view).map((choice) => {
      const name = String(choice.record?.Name ?? '');
      const labels = locales.map((locale) => formatMessage(model, locale, `lookup.${lookup}.${name}`));
      return { ...choice, names: [name, ...labels] };
    });
  if (!ref) return [];
  const { choices } = await withAll(tools, view, { search: text, page: 1 });
  const target = model.entities.get(requestOf(view).entity);
  const telling = new Set(['Code', ...(target?.unique ?? []).flatMap(({ fields }) => fields)]);
  return choices.map((choice) => ({
    ...choice,
    names: [...telling].flatMap((name) => {
      const value = choice.record?.[name];
      return typeof value === 'string' ? value : [];
    }),
  }));
}

/** Without an options rule, all records of the target are offered. */
function requestOf({ field, options }: FieldView): OptionsRequest {
  return options ? { ...options, find: options.find ?? field.ref?.find } : allOf(field);
}

function allOf(field: FieldModel): OptionsRequest {
  return { entity: field.ref?.entity ?? field.entity, find: field.ref?.find, filter: everything, sort: [] };
}

const everything: OptionsRequest['filter'] = { kind: 'constant', value: true };

type Asked = { readonly search: string; readonly page: number };

/** Adds 'all' as the first choice, if the field allows it. */
async function withAll(tools: FormTools, view: FieldView, { search, page }: Asked): Promise<ChoicePage> {
  const request = requestOf(view);
  if (search.trim().length < (request.minimumLength ?? 0)) return { choices: [], hasMore: false };
  const found = await findChoices(tools, request, { search, page });
  const all = { value: everyId, label: tools.say('ui.all') };
  const isAsked = view.field.ref?.all && all.label.toLowerCase().startsWith(search.toLowerCase());
  return isAsked && page === 1 ? { ...found, choices: [all, ...found.choices] } : found;
}

async function findChoices(
  tools: FormTools,
  request: OptionsRequest,
  { search, page }: Asked,
): Promise<ChoicePage> {
  const through = throughPath(tools.model, request, tools.form.record());
  const asked = { ...request, find: through ?? request.find, search };
  const { records, hasMore, total } = await tools.findOptions(asked, page);
  const choices = choicesOf(records, tools.model.entities.get(request.entity));
  return { choices, hasMore, ...(total === undefined ? {} : { total }) };
}

/** Records by label; duplicate labels are followed by their unique field (code, version). */
function choicesOf(records: readonly DataRecord[], entity: EntityModel | undefined): readonly Choice[] {
  const labelField = entity?.labelField ?? 'Name';
  const telling = entity?.unique.find(({ within }) => within.length === 0)?.fields ?? [];
  const labels = records.map((record) => String(record[labelField] ?? record.Id));
  const seen = new Map<string, number>();
  for (const label of labels) seen.set(label, (seen.get(label) ?? 0) + 1);
  return records.map((record, index) => {
    const label = labels[index] as string;
    const more = (seen.get(label) ?? 0) > 1 ? telling.filter((name) => name !== labelField) : [];
    const note = more.map((name) => record[name]).join(' · ') || undefined;
    return { value: record.Id, label, note, record };
  });
}

/** The label of the reference, from the expanded record; falls back to the id. */
function referenceLabel(
  { model, say }: FormTools,
  record: DataRecord,
  { field, path, value }: FieldView,
): string {
  if (value === null || value === undefined) return '';
  if (field.ref?.all && value === everyId) return say('ui.all');
  const expansion = expansionOf(record, { field, path });
  const label = labelOfTarget(model, field, expansion) ?? labelOf(value);
  return isInactive(expansion) && field.account ? say('person.inactive', { name: label }) : label;
}

function expansionOf(record: DataRecord, { field, path }: Pick<FieldView, 'field' | 'path'>): unknown {
  if (!field.ref?.expand) return undefined;
  const parent = valueAt(record, path.slice(0, path.lastIndexOf('/')));
  return (parent as DataRecord | undefined)?.[field.ref.expand.as];
}

/** Help below a field: the declared text, or the expected format unless an issue says it already. */
export function helpOf({ field, issues }: FieldView): string | undefined {
  return field.help ?? (issues.length === 0 ? field.shape : undefined);
}
