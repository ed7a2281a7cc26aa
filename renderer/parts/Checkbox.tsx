import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Checkbox.module.css';
import { type ControlProps, controlAttributes } from './control.ts';
import { FieldIssues, fieldIds } from './FieldShell.tsx';
import { useFieldRefusal, useRefusable } from './fieldRefusals.ts';

type CheckboxProps = ControlProps & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Shows the indeterminate state. */
  readonly mixed?: boolean;
  /** Text beside the box; without it, `label` or `labelledBy` names it. */
  readonly children?: ReactNode;
  /** Without a FieldShell, in a window: the path of its value in the body that is sent. */
  readonly name?: string;
};

/** A yes or no, saved with its form. */
export function Checkbox(given: CheckboxProps) {
  const props = useRefusable(given);
  const ref = useRef<HTMLInputElement>(null);
  const mixed = props.mixed ?? false;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  const refused = useFieldRefusal(given.name === undefined ? '' : given.id);
  const box = (
    <label className={styles.row} data-state={props.disabled || props.readOnly ? 'disabled' : 'idle'}>
      <input
        {...controlAttributes(props)}
        ref={ref}
        type="checkbox"
        className={styles.box}
        checked={props.checked}
        // Checkboxes have no readonly state, and disabled would remove it from the tab order.
        disabled={props.disabled}
        aria-readonly={props.readOnly || undefined}
        onChange={(event) => !props.readOnly && props.onChange(event.target.checked)}
        onBlur={props.onBlur}
      />
      {props.children && <span className={styles.text}>{props.children}</span>}
    </label>
  );
  if (props.name === undefined) return box;
  return (
    <div data-field={props.id} data-name={props.name}>
      {box}
      <FieldIssues
        id={fieldIds(props.id).issues}
        issues={refused.map((text) => ({ level: 'error', text }))}
      />
    </div>
  );
}
