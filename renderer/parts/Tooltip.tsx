import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import styles from './Tooltip.module.css';

/** A short name or hint on hover and focus; never the only place of a fact. */
export function Tooltip(props: {
  text: string;
  children: ReactElement;
  placement?: 'top' | 'bottom' | 'right';
  /** Keeps the hint open when its target is pressed. */
  staysOnPress?: boolean;
}) {
  return (
    <TooltipTrigger delay={400} closeDelay={50} shouldCloseOnPress={!props.staysOnPress}>
      {props.children}
      <AriaTooltip className={styles.tooltip} placement={props.placement ?? 'bottom'} offset={6}>
        {props.text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
