import type { ArgTypes } from '@storybook/react-vite';

/** What the build knows of a component's properties, from its types. */
type Docgen = {
  readonly __docgenInfo?: {
    readonly props?: Readonly<Record<string, { readonly tsType?: TsType; readonly description?: string }>>;
  };
};
type TsType = {
  readonly name: string;
  readonly raw?: string;
  readonly value?: string;
  readonly elements?: readonly TsType[];
};

const table = { category: 'Properties' };

/** A control for each property of a part that is one plain value, from its types. */
export function controlsOfPart(part: unknown): ArgTypes {
  const props = (part as Docgen).__docgenInfo?.props ?? {};
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, { tsType, description }]) => {
      const control = tsType && !isPlumbing(name) ? controlOf(tsType) : undefined;
      return control ? [[name, { name, description, table, ...control }]] : [];
    }),
  );
}

/** Controls of a part that stands in a field: what the field says, as well. */
export function controlsInField(part: unknown): ArgTypes {
  const text = (description: string) => ({
    control: 'text' as const,
    description,
    table: { category: 'Field' },
  });
  return {
    fieldLabel: { ...text('The label.'), name: 'label' },
    help: text('Help below it.'),
    issue: text('What is wrong, below it.'),
    ...controlsOfPart(part),
  };
}

/** Ids and references between elements are the form’s affair. */
function isPlumbing(name: string): boolean {
  return /^(id|slot|labelledBy|describedBy|label|name|autoComplete|excludeFromTabOrder)$/.test(name);
}

function controlOf(type: TsType): ArgTypes[string] | undefined {
  if (type.name === 'boolean') return { control: 'boolean' };
  if (type.name === 'number') return { control: 'number' };
  if (type.name === 'string' || type.name === 'ReactNode') return { control: 'text' };
  const values = (type.elements ?? [])
    .filter(({ name }) => name === 'literal')
    .map(({ value = '' }) => value);
  const isClosed = type.name === 'union' && values.length > 1 && values.length === type.elements?.length;
  return isClosed
    ? { control: 'inline-radio', options: values.map((value) => value.slice(1, -1)) }
    : undefined;
}
