/** The print format of an entity where none was declared: its form on paper. */

import type { Compiled } from '../expression/types.ts';
import { kinds } from '../fields/registry.ts';
import { formatMessage, locales } from '../messages.ts';
import { systemFields } from '../rules/systemFields.ts';
import type {
  BlockModel,
  EntityModel,
  FieldModel,
  FormBlock,
  Model,
  ScreenModel,
  SectionModel,
} from '../types/modelTypes.ts';
import type { PrintBlockModel, PrintFormatModel, PrintTexts } from '../types/printTypes.ts';
import { paperOf } from './compilePrintFormats.ts';
import { tabConditions } from './tabConditions.ts';

/** Sections become grids of fields, rows become tables; without a form, all fields in declared order. */
export function defaultPrint(model: Model, entity: EntityModel): PrintFormatModel {
  const known = remembered(model);
  const found = known.get(entity.id) ?? makeDefault(model, entity);
  known.set(entity.id, found);
  return found;
}

/** Its name in addresses, besides those of declared formats. */
export const defaultPrintName = (entity: EntityModel): string => `${entity.id}.standard`;

const formats = new WeakMap<Model, Map<string, PrintFormatModel>>();

function remembered(model: Model): Map<string, PrintFormatModel> {
  const known = formats.get(model) ?? new Map<string, PrintFormatModel>();
  formats.set(model, known);
  return known;
}

function makeDefault(model: Model, entity: EntityModel): PrintFormatModel {
  const both = textsOf(model);
  const placed = new Set<string>();
  const sections = layoutOf(model, entity);
  const blocks = sections.flatMap((section) => blocksOf(section, { entity, placed, both }));
  return {
    ...{ id: defaultPrintName(entity), entity: entity.id, for: 'record', file: '', pointer: '' },
    title: both('print.standard'),
    ...{ open: false, off: false, isDefault: false, languages: locales },
    paper: paperOf(),
    header: { brand: true, pages: false, moment: false },
    footer: { brand: false, pages: true, moment: true },
    blocks: [{ ...plain, print: 'heading', text: headingOf(entity, both) }, ...blocks],
  };
}

const plain = { fields: [], columns: 2, pointer: '' } as const;

type Both = (key: string) => PrintTexts;

const textsOf =
  (model: Model): Both =>
  (key) =>
    Object.fromEntries(locales.map((locale) => [locale, formatMessage(model, locale, key)])) as PrintTexts;

/** `Product: {{ Name }}`, if the label is a text. */
function headingOf({ title, labelField, fieldByPath }: EntityModel, both: Both): PrintTexts {
  const texts = both(title);
  const field = fieldByPath.get(labelField);
  const isText =
    field !== undefined && !field.ref && !field.lookup && kinds[field.kind].expression === 'text';
  if (!isText) return texts;
  return {
    'en-CA': `${texts['en-CA']}: {{ ${labelField} }}`,
    'fr-CA': `${texts['fr-CA']}\u00a0: {{ ${labelField} }}`,
  };
}

type Layout = Pick<SectionModel, 'title' | 'columns' | 'visible' | 'items'> & {
  /** Of its tab. */
  readonly also?: readonly Compiled[];
};

/** The sections of the screen that shows most of the record. */
function layoutOf(model: Model, entity: EntityModel): readonly Layout[] {
  const screens = [...model.screens.values()].map((screen) => sectionsOf(model, screen, entity));
  const count = (sections: readonly Layout[]) =>
    new Set(sections.flatMap(({ items }) => items.map(({ field }) => field))).size;
  const best = screens.reduce<readonly Layout[]>((a, b) => (count(b) > count(a) ? b : a), []);
  if (count(best) > 0) return best;
  const items = entity.fields
    .filter(({ name, ref }) => !systemFields.has(name) && !ref?.owner)
    .map(({ path }) => ({ field: path, span: 1 as const, options: {} }));
  return [{ columns: 2, items }];
}

function sectionsOf(model: Model, { blocks, groups }: ScreenModel, { id }: EntityModel): readonly Layout[] {
  const places = groups.flatMap((group) => group.blocks);
  const at = ({ id: block }: BlockModel) => {
    const place = places.indexOf(block);
    return place < 0 ? places.length : place;
  };
  const forms = [...blocks].sort((a, b) => at(a) - at(b)).flatMap(formsOf);
  const own = forms.filter(({ entity }) => entity === id);
  const edited = own.filter(({ record }) => record !== undefined);
  return (edited.length > 0 ? edited : own).flatMap(({ sections }) => {
    const conditions = tabConditions(sections, (key) => formatMessage(model, locales[0], key));
    return sections.map((section) => ({ ...section, also: conditions(section) }));
  });
}

function formsOf(block: BlockModel): readonly FormBlock[] {
  if (block.kind === 'form') return [block];
  if (block.kind === 'list-detail') return [block.edit];
  if (block.kind !== 'grid') return [];
  const views = block.views.flatMap((view) => formsOf(view.block));
  return [...(block.edit ? [block.edit.form] : []), ...views];
}

type Placing = { readonly entity: EntityModel; readonly placed: Set<string>; readonly both: Both };

/** Runs of fields become grids; rows between them become tables. */
function blocksOf(section: Layout, { entity, placed, both }: Placing): readonly PrintBlockModel[] {
  const blocks: PrintBlockModel[] = [];
  let run: string[] = [];
  let conditions: Record<string, Compiled> = {};
  const around = allOf([section.visible, ...(section.also ?? [])]);
  const close = () => {
    if (run.length > 0)
      blocks.push({
        ...plain,
        print: 'fields',
        fields: run,
        columns: section.columns,
        if: around,
        conditions,
      });
    run = [];
    conditions = {};
  };
  for (const item of section.items) {
    const field = entity.fieldByPath.get(item.field);
    if (!field || placed.has(field.path)) continue;
    placed.add(field.path);
    if (field.kind === 'rows') {
      close();
      const shown = ofRecord(item.visible) ?? around;
      blocks.push({ ...plain, print: 'table', field: field.path, text: both(field.label), if: shown });
      continue;
    }
    for (const member of membersOf(field)) run.push(member.path);
    const shown = ofRecord(item.visible);
    if (shown) for (const member of membersOf(field)) conditions[member.path] = shown;
  }
  close();
  const [first, ...others] = blocks;
  if (!first || !section.title || first.print === 'table') return blocks;
  return [{ ...first, text: both(section.title) }, ...others];
}

/** An object is printed by its members. */
function membersOf(field: FieldModel): readonly FieldModel[] {
  return field.kind === 'object' && field.fields ? field.fields.flatMap(membersOf) : [field];
}

const fromRecord: ReadonlySet<string> = new Set(['$', 'record', 'user', 'today', 'now']);

function allOf(conditions: readonly (Compiled | undefined)[]): Compiled | undefined {
  const known = conditions.flatMap((one) => ofRecord(one) ?? []);
  const [first] = known;
  if (!first || known.length === 1) return first;
  return {
    ...first,
    evaluate: (scope) => known.every((one) => one.evaluate(scope) === true),
    reads: known.flatMap(({ reads }) => reads),
  };
}

/** A condition over the screen means nothing on paper: what it governs is printed. */
function ofRecord(visible: Compiled | undefined): Compiled | undefined {
  return visible?.reads.every(({ from }) => fromRecord.has(from)) ? visible : undefined;
}
