import type { LucideIcon } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { Icon } from './Icon.tsx';
import styles from './popover.module.css';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly note?: string;
  readonly tone?: 'neutral' | 'danger';
  readonly disabled?: boolean;
  readonly href?: string;
  readonly onAction?: () => void;
  /** A line above this entry. */
  readonly separated?: boolean;
};

export type MenuProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly placement?: 'bottom start' | 'bottom end' | 'top start';
};

/** Actions behind a button. */
export function Menu({ trigger, label, entries, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover} placement={placement} offset={4}>
        <AriaMenu className={styles.list} aria-label={label}>
          {entries.map((entry) => (
            <Fragment key={entry.id}>
              {entry.separated && <Separator className={styles.separator} />}
              <MenuItem
                id={entry.id}
                className={styles.option}
                textValue={entry.label}
                isDisabled={entry.disabled}
                href={entry.href}
                onAction={entry.onAction}
                data-tone={entry.tone}
              >
                {entry.icon && <Icon icon={entry.icon} />}
                <span className={styles.text}>
                  {entry.label}
                  {entry.note && <span className={styles.note}>{entry.note}</span>}
                </span>
              </MenuItem>
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
