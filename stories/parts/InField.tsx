import { type ReactNode, useState } from 'react';
import { FieldShell, fieldDescription, fieldIds } from '#renderer';
import { useCopyId } from '../support/copies.ts';

export type InFieldProps<Value> = {
  readonly label?: string;
  readonly help?: string;
  readonly issue?: string;
  readonly required?: boolean;
  readonly as?: 'label' | 'group';
  readonly start: Value;
  readonly children: (control: {
    readonly id: string;
    readonly labelledBy: string;
    readonly describedBy: string;
    readonly value: Value;
    readonly onChange: (value: Value) => void;
  }) => ReactNode;
};

/** A control in its field, with state as in a form. */
export function InField<Value>(props: InFieldProps<Value>) {
  const { label = 'Field', help, issue, required, as } = props;
  const [value, onChange] = useState<Value>(props.start);
  const id = useCopyId(`story-${label.replace(/\W/g, '-')}`);
  return (
    <FieldShell
      id={id}
      label={label}
      required={required}
      help={help}
      as={as}
      issues={issue ? [{ level: 'error', text: issue }] : []}
    >
      {props.children({
        id,
        labelledBy: fieldIds(id).label,
        describedBy: fieldDescription(id, help),
        value,
        onChange,
      })}
    </FieldShell>
  );
}
