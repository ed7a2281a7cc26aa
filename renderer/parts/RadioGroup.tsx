import styles from './Checkbox.module.css';
import { type ControlProps, controlState, type Option } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';

type RadioGroupProps = ControlProps & {
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
  readonly options: readonly Option[];
  readonly direction?: 'row' | 'column';
};

/** A few visible exclusive options; arrow keys move between them. */
export function RadioGroup(given: RadioGroupProps) {
  const props = useRefusable(given);
  const state = controlState(props);
  return (
    <div
      role="radiogroup"
      id={props.id}
      className={styles.group}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-required={props.required || undefined}
      aria-invalid={props.invalid || undefined}
      aria-readonly={props.readOnly || undefined}
      data-direction={props.direction ?? 'row'}
      data-state={state}
    >
      {props.options.map((option) => (
        <label key={option.id} className={styles.row} data-state={option.disabled ? 'disabled' : state}>
          <input
            type="radio"
            className={styles.radio}
            name={props.id}
            value={option.id}
            data-state={state}
            checked={option.id === props.value}
            disabled={props.disabled || option.disabled || (props.readOnly && option.id !== props.value)}
            onChange={() => props.onChange(option.id)}
            onBlur={props.onBlur}
          />
          <span className={styles.text}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
