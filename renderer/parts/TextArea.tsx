import styles from './control.module.css';
import { type ControlProps, controlAttributes } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';
import { limitOf } from './limitOf.tsx';

type TextAreaProps = ControlProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  /** Longer texts are kept and marked, never cut. */
  readonly maxLength?: number;
};

/** Several lines of text. */
export function TextArea(given: TextAreaProps) {
  const props = useRefusable(given);
  const limit = limitOf(props);
  return (
    <>
      <textarea
        {...controlAttributes({ ...props, ...limit.props })}
        data-overlong={limit.over || undefined}
        className={styles.area}
        value={props.value}
        rows={props.rows ?? 4}
        placeholder={props.placeholder}
        disabled={props.disabled}
        readOnly={props.readOnly}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
      />
      {limit.hint}
    </>
  );
}
