import type { ReactNode } from 'react';
import styles from './Checkbox.module.css';
import { type ControlProps, controlAttributes } from './control.ts';

type SwitchProps = ControlProps & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children?: ReactNode;
};

/** An on/off switch that applies at once. */
export function Switch(props: SwitchProps) {
  return (
    <label className={styles.row} data-state={props.disabled || props.readOnly ? 'disabled' : 'idle'}>
      <input
        {...controlAttributes({ ...props, required: false })}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        className={styles.switch}
        checked={props.checked}
        disabled={props.disabled}
        aria-readonly={props.readOnly || undefined}
        onChange={(event) => !props.readOnly && props.onChange(event.target.checked)}
        onBlur={props.onBlur}
      />
      {props.children && <span className={styles.text}>{props.children}</span>}
    </label>
  );
}
