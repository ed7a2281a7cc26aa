import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Checkbox.module.css';
import { type ControlProps, controlAttributes } from './control.ts';

type CheckboxProps = ControlProps & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Shows the indeterminate state. */
  readonly mixed?: boolean;
  /** Text beside the box; without it, `label` or `labelledBy` names it. */
  readonly children?: ReactNode;
};

/** A yes or no, saved with its form. */
export function Checkbox(props: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const mixed = props.mixed ?? false;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  return (
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
}
