import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button';
import styles from './Button.module.css';
import type { ButtonTone } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = {
  readonly icon: LucideIcon;
  /** The name: read aloud, and shown as a tooltip. */
  readonly label: string;
  readonly id?: string;
  readonly tone?: ButtonTone;
  readonly size?: 'normal' | 'small';
  readonly disabled?: boolean;
  /** Why it cannot be used now: it keeps its place in the tab order, says so, and does nothing. */
  readonly refusal?: string;
  /** Pressed all the same: more is said about why. */
  readonly onRefused?: (event: PressEvent) => void;
  readonly onPress?: (event: PressEvent) => void;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
  readonly excludeFromTabOrder?: boolean;
  readonly slot?: string | null;
  /** No tooltip where the icon explains itself or a popover opens in its place. */
  readonly tooltip?: boolean;
};

/** A square button with an icon and a name. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    tone = 'quiet',
    size = 'normal',
    disabled,
    refusal,
    onRefused,
    onPress,
    expanded,
    pressed,
    tooltip = true,
    ...rest
  } = props;
  const button = (
    <AriaButton
      {...rest}
      className={styles.square}
      isDisabled={disabled}
      onPress={refusal ? onRefused : onPress}
      aria-disabled={refusal ? 'true' : undefined}
      aria-label={label}
      aria-expanded={expanded}
      aria-pressed={pressed}
      data-tone={tone}
      data-size={size}
      data-state={refusal ? 'refused' : pressed ? 'on' : 'idle'}
    >
      <Icon icon={icon} />
    </AriaButton>
  );
  if (refusal)
    return (
      <Tooltip text={`${label}\n${refusal}`} staysOnPress>
        {button}
      </Tooltip>
    );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
