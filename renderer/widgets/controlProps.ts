import type { ControlProps } from '../parts/control.ts';
import type { ValueProps } from './types.ts';

/** Maps widget props to control props. */
export function controlProps(props: ValueProps): ControlProps {
  return {
    id: props.inputId,
    labelledBy: props.labelledBy,
    label: props.labelledBy ? undefined : props.label,
    describedBy: props.describedBy,
    placeholder: placeholderOf(props),
    required: props.view.required,
    invalid: props.isInvalid,
    readOnly: props.isReadOnly,
    onBlur: props.onTouch,
  };
}

function placeholderOf({ options, message }: ValueProps): string | undefined {
  return typeof options.placeholder === 'string' ? message(options.placeholder) : undefined;
}
