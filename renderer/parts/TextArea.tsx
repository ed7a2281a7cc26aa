import styles from './control.module.css';
import { type ControlProps, controlAttributes } from './control.ts';

type TextAreaProps = ControlProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
};

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  return (
    <textarea
      {...controlAttributes(props)}
      className={styles.area}
      value={props.value}
      rows={props.rows ?? 4}
      maxLength={props.maxLength}
      placeholder={props.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
}
