import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components/Button';
import styles from './Button.module.css';
import type { ButtonTone } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = {
  readonly icon: LucideIcon;
  /** Accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly id?: string;
  readonly tone?: ButtonTone;
  readonly size?: 'normal' | 'small';
  readonly disabled?: boolean;
  /** Why it is disabled: it stays in the tab order, shows the reason, and ignores presses. */
  readonly refusal?: string;
  /** Called on a press while refused, to show more about the reason. */
  readonly onRefused?: (event: PressEvent) => void;
  readonly onPress?: (event: PressEvent) => void;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
  readonly excludeFromTabOrder?: boolean;
  readonly slot?: string | null;
  /** False if the icon needs no explanation or opens a popover in the same place. */
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
