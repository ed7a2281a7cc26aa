import type { Registry, WidgetProps as RjsfProps } from '@rjsf/utils';
import { type ComponentType, createContext, useContext } from 'react';
import { named } from '../rank.ts';
import type { Choice, WidgetEntry, WidgetProps } from '../types.ts';

/** The RJSF registry of the surrounding form. */
export const RjsfRegistry = createContext<Registry | undefined>(undefined);

/**
 * Adapts an RJSF widget; one line in the registry makes `"widget": "<name>"` draw it.
 * @param name the name in declarations
 * @param frame as for our own widgets: most draw no label themselves
 */
export function fromRjsf(
  name: string,
  Widget: ComponentType<RjsfProps>,
  frame: WidgetEntry['frame'] = 'field',
): WidgetEntry {
  function RjsfWidget(props: WidgetProps) {
    const registry = useContext(RjsfRegistry);
    if (!registry) throw new Error(`The widget ${name} stands outside a form of RJSF`);
    return <Widget {...rjsfProps(props, registry)} />;
  }
  return { name, tester: named(name), component: RjsfWidget, frame, showsReadOnly: true };
}

function rjsfProps(props: WidgetProps, registry: Registry): RjsfProps {
  const { view, inputId, label, options, choices, onChange, onTouch, message } = props;
  const { schema } = view.field;
  const declared = options as RjsfProps['options'];
  return {
    id: inputId,
    name: view.field.name,
    label,
    // The frame shows it.
    hideLabel: true,
    value: view.value ?? undefined,
    required: view.required,
    disabled: false,
    readonly: props.isReadOnly,
    rawErrors: view.issues.map((issue) => message(issue.message, { label, ...issue.params })),
    schema,
    uiSchema: { 'ui:options': declared },
    options: { ...declared, enumOptions: choices && enumOptions(choices) },
    placeholder: typeof options.placeholder === 'string' ? message(options.placeholder) : '',
    onChange: (value: unknown) => onChange(value === undefined || value === '' ? null : value),
    onBlur: onTouch,
    onFocus: () => undefined,
    registry,
    'aria-labelledby': props.labelledBy,
    'aria-describedby': props.describedBy,
  };
}

const enumOptions = (choices: readonly Choice[]) =>
  choices.map(({ value, label }) => ({ value, label, schema: { title: label } }));
