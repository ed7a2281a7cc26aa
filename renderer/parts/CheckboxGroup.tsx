import styles from './Checkbox.module.css';
import { type ControlProps, controlState, type Option } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';

type CheckboxGroupProps = ControlProps & {
  /** Ids of the checked options. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly options: readonly Option[];
  readonly direction?: 'row' | 'column';
};

/** A few visible options, any number of which may be checked. */
export function CheckboxGroup(given: CheckboxGroupProps) {
  const props = useRefusable(given);
  const state = controlState(props);
  const toggle = (id: string, on: boolean) =>
    props.onChange(on ? [...props.value, id] : props.value.filter((one) => one !== id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field label names it already
    <div
      role="group"
      id={props.id}
      className={styles.group}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      data-direction={props.direction ?? 'row'}
      data-state={state}
      tabIndex={-1}
    >
      {props.options.map((option) => (
        <label
          key={option.id}
          className={styles.row}
          data-state={option.disabled || props.readOnly ? 'disabled' : state}
        >
          <input
            type="checkbox"
            className={styles.box}
            data-state={state}
            checked={props.value.includes(option.id)}
            disabled={props.disabled || props.readOnly || option.disabled}
            aria-invalid={props.invalid || undefined}
            onChange={(event) => toggle(option.id, event.target.checked)}
            onBlur={props.onBlur}
          />
          <span className={styles.text}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
