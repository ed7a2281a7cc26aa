import type { ArgTypes } from '@storybook/react-vite';
import lookups from '../support/lookups.json';
import { type OptionSchema, resolved, widgetSchema } from './widgetOptions.ts';

/** The parts of a declared field that controls read. */
type FieldSchema = {
  readonly type?: string;
  readonly title?: string;
  readonly format?: string;
  readonly items?: object;
  readonly 'x-lookup'?: string;
  readonly 'x-ref'?: string;
  readonly 'x-flags'?: boolean;
};

/** Initial values of all controls. */
export function startOf(schema: FieldSchema) {
  return {
    label: schema.title ?? '',
    help: '',
    required: false,
    submitted: false,
    locked: false,
    lockedInputs: false,
  };
}

/** Controls of a widget: texts, states, and the options in its schema. */
export function controlsOf(schema: FieldSchema, widget?: string): ArgTypes {
  const field = { table: { category: 'Field' } };
  const state = {
    control: 'boolean' as const,
    table: { category: 'State', defaultValue: { summary: 'false' } },
  };
  return {
    label: { ...field, name: 'title', control: 'text', description: 'The label.' },
    help: { ...field, name: 'description', control: 'text', description: 'Help below the field.' },
    // Another widget has its own page.
    widget: { control: false, table: { disable: true } },
    value: { ...shownValue(schema), description: 'The value.' },
    required: { ...state, description: 'A value is required.' },
    submitted: { ...state, name: 'saved', description: 'After pressing Save: issues are shown.' },
    locked: { ...state, description: 'The person may read but not change it.' },
    lockedInputs: {
      ...state,
      name: 'locked inputs',
      description: 'Locked fields as disabled inputs instead of plain text.',
    },
    ...(widget ? optionControls(schema, widget) : {}),
  };
}

function shownValue(schema: FieldSchema): ArgTypes[string] {
  const { table, ...control } = valueControl(schema);
  const summary = schema['x-ref'] ? 'id' : (schema.format ?? schema.type ?? 'any');
  return { ...control, table: { category: 'Field', type: { summary }, ...table } };
}

function valueControl(schema: FieldSchema): ArgTypes[string] {
  if (schema['x-flags'] || schema.format === 'file') return { control: false, table: { disable: true } };
  const lookup = lookups[schema['x-lookup'] as keyof typeof lookups];
  if (lookup) return select(lookup.map(({ Id, title }) => [Id, title]));
  if (schema['x-ref']) return select(brandNames);
  if (schema.type === 'boolean') return { control: 'boolean' };
  if (schema.type === 'integer' || schema.type === 'number') return { control: 'number' };
  if (schema.type === 'string') return { control: 'text' };
  return { control: false, table: { disable: true } };
}

const brandNames = [
  ['b1', 'Boréal Automobiles'],
  ['b2', 'Cascadia'],
  ['b3', 'Summit Trucks'],
] as const;

function select(choices: readonly (readonly [string | number, string])[]): ArgTypes[string] {
  return {
    options: choices.map(([value]) => value),
    control: { type: 'select', labels: Object.fromEntries(choices) },
  };
}

function optionControls(schema: FieldSchema, widget: string): ArgTypes {
  const { properties = {} } = resolved(widgetSchema(widget) ?? {});
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, option]) => {
      const full = resolved(option);
      const control = optionControl(full, membersOf(schema));
      const said = { name: `options.${name}`, description: full.description, table: { category: 'Options' } };
      return control ? [[`option_${name}`, { ...said, ...control }]] : [];
    }),
  );
}

function membersOf({ items }: FieldSchema): readonly string[] {
  return items && 'properties' in items ? Object.keys(items.properties as object) : [];
}

/** A control for an option with a few values or one plain value; others appear only in the table. */
function optionControl(option: OptionSchema, members: readonly string[]): ArgTypes[string] | undefined {
  const kinds = option.enum ?? option.anyOf?.map(resolved).find((one) => one.enum)?.enum;
  if (kinds) return { options: kinds, control: 'select' };
  const item = option.items && resolved(option.items);
  if (item?.names === 'member') return { options: members, control: 'inline-check' };
  if (option.names === 'member') return { options: members, control: 'select' };
  if (option.type === 'boolean') return { control: 'boolean' };
  if (option.type === 'number' || option.type === 'integer') return { control: 'number' };
  return undefined;
}
