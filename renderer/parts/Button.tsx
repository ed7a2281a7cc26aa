import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button';
import styles from './Button.module.css';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';

/** `caution` leads to a destructive step; `danger` performs it. */
export type ButtonTone = 'primary' | 'neutral' | 'caution' | 'danger' | 'quiet' | 'link';

type ButtonProps = {
  readonly children: ReactNode;
  readonly id?: string;
  readonly tone?: ButtonTone;
  readonly size?: 'normal' | 'small';
  readonly type?: 'button' | 'submit' | 'reset';
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Busy: the button keeps its width and focus, and ignores presses. */
  readonly busy?: boolean;
  /** Why it is disabled: it stays in the tab order, shows the reason, and ignores presses. */
  readonly refusal?: string;
  /** Called on a press while refused, to show more about the reason. */
  readonly onRefused?: (event: PressEvent) => void;
  readonly onPress?: (event: PressEvent) => void;
  readonly autoFocus?: boolean;
  readonly describedBy?: string;
  readonly label?: string;
  readonly slot?: string | null;
  /** For a button that shows and hides an element: whether that is shown, and its id. */
  readonly expanded?: boolean;
  readonly controls?: string;
  /** Id of a form elsewhere on the page. */
  readonly form?: string;
};

/** A button: one primary per view, the rest neutral or quiet. */
export function Button(props: ButtonProps) {
  const {
    children,
    tone = 'neutral',
    size = 'normal',
    icon,
    busy,
    disabled,
    describedBy,
    label,
    refusal,
    onRefused,
    onPress,
    expanded,
    controls,
    ...rest
  } = props;
  const button = (
    <AriaButton
      {...rest}
      className={styles.button}
      isDisabled={disabled}
      isPending={busy}
      onPress={refusal ? onRefused : onPress}
      aria-disabled={refusal ? 'true' : undefined}
      aria-describedby={describedBy}
      aria-label={label}
      aria-expanded={expanded}
      aria-controls={controls}
      data-tone={tone}
      data-size={size}
      data-state={refusal ? 'refused' : busy ? 'busy' : 'idle'}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </AriaButton>
  );
  return refusal ? (
    <Tooltip text={refusal} staysOnPress>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
