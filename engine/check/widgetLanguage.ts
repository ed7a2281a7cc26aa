import type { WidgetDeclaration } from '../declaration/types.generated.ts';
import schema from '../declaration/widget.schema.json' with { type: 'json' };
import { kindOfFile } from '../model/sources.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';

/** Where a widget may be used: a field of a form, a column of a list, a whole block. */
export type WidgetPlace = 'fields' | 'columns' | 'blocks';

/** Widgets by name, with purpose, field kinds, and the JSON Schema of their options. */
export type KnownWidgets = Readonly<Record<string, WidgetDeclaration>>;

/** Every widget that screens may use, by place. */
export function widgetsOf(set: DeclarationSet): Readonly<Record<WidgetPlace, KnownWidgets>> {
  const found: Record<WidgetPlace, Record<string, WidgetDeclaration>> = {
    fields: {},
    columns: {},
    blocks: {},
  };
  for (const { file, json } of set.files) {
    if (kindOfFile(file) !== 'widget') continue;
    const [place, name = ''] = file.split('/').slice(-2);
    found[place as WidgetPlace][name.replace(/\.json$/, '')] = json as WidgetDeclaration;
  }
  return found;
}

/** One JSON Schema for the options of all widgets: `#/properties/<place>/properties/<name>`. */
export function widgetsSchema(set: DeclarationSet) {
  const places = Object.entries(widgetsOf(set)).map(([place, widgets]) => {
    const properties = Object.entries(widgets).map(([name, { options, canvas: _, ...about }]) => [
      name,
      { ...about, ...(options ?? toldNothing) },
    ]);
    return [
      place,
      {
        type: 'object',
        description: meanings[place as WidgetPlace],
        properties: Object.fromEntries(properties),
      },
    ];
  });
  return { $id: 'widgets.schema.json', properties: Object.fromEntries(places), $defs: schema.$defs };
}

const toldNothing = { type: 'object', additionalProperties: false, properties: {} };

const meanings: Readonly<Record<WidgetPlace, string>> = {
  fields: 'Of a field on a form.',
  columns: 'Of a column of a list, which shows a value without editing it.',
  blocks: 'Of a block that is one widget.',
};
