import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './Icon.tsx';
import styles from './popover.module.css';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly note?: string;
  readonly tone?: 'neutral' | 'danger';
  readonly disabled?: boolean;
  readonly onAction?: () => void;
  /** Entries of one section stand together, apart from the rest, under this title (if it is not empty). */
  readonly section?: string;
  /** One of several ways something can be (a radio in its section): the present one is true. */
  readonly checked?: boolean;
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
          {inSections(entries).map((section) => (
            <Section key={section[0]?.id} entries={section} label={label} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Section({ entries, label }: { entries: readonly MenuEntry[]; label: string }) {
  const title = entries[0]?.section;
  const isChoice = entries.some((entry) => entry.checked !== undefined);
  return (
    <MenuSection
      className={styles.group}
      aria-label={title || label}
      selectionMode={isChoice ? 'single' : 'none'}
      selectedKeys={entries.filter((entry) => entry.checked).map((entry) => entry.id)}
      disallowEmptySelection
    >
      {title && <Header className={styles.section}>{title}</Header>}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} isChoice={isChoice} />
      ))}
    </MenuSection>
  );
}

function Entry({ entry, isChoice }: { entry: MenuEntry; isChoice: boolean }) {
  return (
    <MenuItem
      id={entry.id}
      className={styles.option}
      textValue={entry.label}
      isDisabled={entry.disabled}
      onAction={entry.onAction}
      data-tone={entry.tone}
    >
      {entry.icon && <Icon icon={entry.icon} />}
      <span className={styles.text}>
        {entry.label}
        {entry.note && <span className={styles.note}>{entry.note}</span>}
      </span>
      {isChoice && <Check className={styles.check} aria-hidden="true" />}
    </MenuItem>
  );
}

/** Neighbours of the same section, together. */
function inSections(entries: readonly MenuEntry[]): readonly (readonly MenuEntry[])[] {
  const sections: MenuEntry[][] = [];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (last && last[0]?.section === entry.section) last.push(entry);
    else sections.push([entry]);
  }
  return sections;
}
