import { widgetsSchema } from '#engine';

/** The parts of an option schema that pages and controls read. */
export type OptionSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly names?: string;
  readonly minimum?: number;
  readonly items?: OptionSchema;
  readonly anyOf?: readonly OptionSchema[];
  readonly additionalProperties?: boolean | OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
};

type WidgetSchema = OptionSchema & {
  readonly kinds?: readonly string[];
  readonly unnamed?: readonly string[];
};

export type OptionRow = {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly says: string;
};

/** Where a widget is used: form fields, list columns, or whole blocks. */
export type Place = 'fields' | 'columns' | 'blocks';

type Vocabulary = {
  readonly properties: Readonly<
    Record<
      Place,
      { readonly description: string; readonly properties: Readonly<Record<string, WidgetSchema>> }
    >
  >;
  readonly $defs: Readonly<Record<string, OptionSchema>>;
};

const found = import.meta.glob<object>(
  ['../../base/widgets/*/*.json', '../../extensions/*/widgets/*/*.json'],
  {
    eager: true,
    import: 'default',
  },
);
const files = Object.entries(found).map(([file, json]) => ({ file, json }));
const schema = widgetsSchema({ files }) as unknown as Vocabulary;
const defs = schema.$defs;

/** The language's schema of a widget; undefined if there is none. */
export function widgetSchema(name: string): WidgetSchema | undefined {
  return schema.properties.fields.properties[name];
}

/** All widgets of a place, with their schemas. */
export function widgetsOfPlace(place: Place): readonly (readonly [name: string, WidgetSchema])[] {
  return Object.entries(schema.properties[place].properties);
}

/** Resolves a `$ref`; members beside it take precedence. */
export function resolved(option: OptionSchema): OptionSchema {
  const { $ref, ...own } = option;
  return $ref ? { ...defs[$ref.replace('#/$defs/', '')], ...own } : option;
}

/** The options of a widget as table rows, each followed by its members. */
export function optionRows(name: string, place: Place = 'fields'): readonly OptionRow[] {
  const widget = schema.properties[place].properties[name];
  return widget ? rowsOf(resolved(widget), '') : [];
}

function rowsOf(parent: OptionSchema, start: string): OptionRow[] {
  return Object.entries(parent.properties ?? {}).flatMap(([name, option]) => {
    const full = resolved(option);
    const row = {
      path: start + name,
      type: typeOf(option),
      isRequired: parent.required?.includes(name) ?? false,
      says: full.description ?? '',
    };
    return [row, ...rowsOf(full, `${start}${name}.`)];
  });
}

function typeOf(option: OptionSchema): string {
  const full = resolved(option);
  if (full.enum) return full.enum.map((one) => `“${one}”`).join(' or ');
  if (full.anyOf) return full.anyOf.map(typeOf).join(', or ');
  if (full.names)
    return { member: 'a member', field: 'a field', message: 'a message' }[full.names] ?? full.names;
  if (full.type === 'array')
    return full.items ? `list of ${typeOf(full.items).replace(/^an? /, '')}` : 'list';
  if (Array.isArray(full.type))
    return full.type.map((type) => (type === 'array' ? 'list' : type)).join(' or ');
  return (
    { string: 'text', integer: 'whole number', object: 'object' }[String(full.type)] ?? String(full.type)
  );
}
